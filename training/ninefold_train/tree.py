# SPDX-License-Identifier: MIT
"""Batched searches and self-play over native/: the memory, and the order of the calls."""
import ctypes
import math

import torch

from . import board
from .native import (CUDA, DEVICE, Float, Int, Rules, SelfPlayFields, TreeFields, address, library,
                     stream, synchronise, zeros)

STATE_WORDS, NODE_WORDS = 8, 4


def halving_schedule(moves, simulations):
    """Visits a root move must have to be tried next, simulation by simulation."""
    if moves <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(moves))
    sequence, visits, kept = [], [0] * moves, moves
    while len(sequence) < simulations:
        for _ in range(max(1, simulations // (rounds * kept))):
            sequence.extend(visits[:kept])
            for i in range(kept):
                visits[i] += 1
        kept = max(2, kept // 2)
    return sequence[:simulations]


class Tree:
    """Searches of `games` positions at once. `share`: another Tree whose games these are."""

    def __init__(self, rules, games, simulations, settings, noise=True, seed=1, share=None):
        self.games, self.simulations = games, simulations
        self.nodes = nodes = simulations + 1
        assert nodes <= 256, "node numbers are bytes"
        byte, word = torch.uint8, torch.int32
        self.root = zeros(games, STATE_WORDS, kind=word)
        self.states = zeros(games * nodes, STATE_WORDS, kind=word)
        self.node = zeros(games * nodes, NODE_WORDS, kind=word)
        self.prior = zeros(games * nodes * 81)
        self.move = zeros(games * nodes * 81, kind=byte)
        self.child = zeros(games * nodes * 81, kind=byte)
        self.gumbel, self.leaf = zeros(games * 81), zeros(games, kind=word)
        self.leaf_symmetry, self.used = zeros(games, kind=byte), zeros(games, kind=word)
        generator = torch.Generator().manual_seed(seed)
        self.random = torch.randint(1, 2**31 - 1, (games,), generator=generator).int().to(DEVICE)
        self.schedule = torch.tensor([halving_schedule(m, simulations) for m in range(82)],
                                     dtype=torch.int16, device=DEVICE)
        self.step = zeros(1, kind=word)
        self.policy, self.root_value = zeros(games, 81), zeros(games)
        self.chosen = zeros(games, kind=word)
        self.inputs = zeros(games, 81, 8, kind=torch.int16)
        for name in ("root random policy root_value chosen inputs".split() if share else ()):
            setattr(self, name, getattr(share, name))
        self.rules = Rules.named(rules)
        self.fields = TreeFields(
            games, nodes, settings["visit_scale"], settings["value_scale"], settings["considered"],
            simulations, self.rules, *[address(getattr(self, n)) for n in TreeFields.arrays],
            int(noise), *[address(getattr(self, n)) for n in TreeFields.results])
        self.pointer = ctypes.byref(self.fields)
        self.graph = None

    def random_positions(self, least, most):
        library.random_positions(self.pointer, Int(least), Int(most), stream())

    def _simulate(self, net, first, count):
        library.select_leaves(self.pointer, Int(first), Int(count), stream())
        inputs = self.inputs[first:first + count]
        library.encode_leaves(self.pointer, Int(first), Int(count), address(inputs), stream())
        inputs = inputs.view(torch.bfloat16)
        logits, values = net(inputs if CUDA else inputs.float())
        kept = logits.float().contiguous(), values.float().contiguous()
        library.back_up_leaves(self.pointer, Int(first), Int(count), *map(address, kept), stream())
        library.next_step(self.pointer, stream())
        return kept

    @torch.no_grad()
    def search(self, net, first=0, count=None):
        """Results are in policy, root_value and chosen."""
        count = self.games if count is None else count
        library.set_step(self.pointer, Int(-1), stream())
        for _ in range(self.simulations + 1):
            if self.graph is not None and count == self.games:
                self.graph.replay()
            else:
                self._simulate(net, first, count)
        library.conclude_all(self.pointer, Int(first), Int(count), stream())

    @torch.no_grad()
    def capture(self, net):
        """Records one simulation of all games as a CUDA graph."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            library.set_step(self.pointer, Int(-1), stream())
            for _ in range(3):
                self._simulate(net, 0, self.games)
        torch.cuda.current_stream().wait_stream(side)
        synchronise()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.captured = self._simulate(net, 0, self.games)
        self.graph = graph


class SelfPlay:
    """Games under way on a Tree, and a ring buffer of the positions of finished ones."""

    def __init__(self, tree, capacity, opening_plies, from_start):
        games, byte, word, long = tree.games, torch.uint8, torch.int32, torch.int64
        self.tree, self.capacity = tree, capacity
        self.live_state = zeros(games * 81, STATE_WORDS, kind=word)
        self.live_policy = zeros(games * 81 * 81, kind=byte)
        self.live_value, self.length = zeros(games * 81), zeros(games, kind=word)
        self.finished, self.first_slot = zeros(games, kind=word), zeros(games, kind=long)
        self.began_empty, self.written = zeros(games, kind=word), zeros(1, kind=long)
        self.state = zeros(capacity, STATE_WORDS, kind=word)
        self.policy, self.value = zeros(capacity, 81, kind=byte), zeros(capacity)
        self.result, self.statistics = zeros(capacity, kind=torch.int8), zeros(16, kind=long)
        self.fields = SelfPlayFields(
            opening_plies, from_start, *[address(getattr(self, n)) for n in SelfPlayFields.live],
            capacity, *[address(getattr(self, n)) for n in SelfPlayFields.ring])
        self.pointer = ctypes.byref(self.fields)
        library.begin_games(tree.pointer, self.pointer, stream())

    def advance(self):
        library.advance_games(self.tree.pointer, self.pointer, stream())

    def batch(self, index, symmetry, result_share):
        """Inputs [n, 81, 8], policy [n, 81] and value [n] targets."""
        n = index.numel()
        inputs = torch.empty(n, 81, 8, dtype=torch.int16, device=DEVICE)
        policy = torch.empty(n, 81, device=DEVICE)
        value = torch.empty(n, device=DEVICE)
        library.training_batch(self.tree.pointer, self.pointer, address(index), address(symmetry),
                               Int(n), Float(result_share), *map(address, (inputs, policy, value)),
                               stream())
        inputs = inputs.view(torch.bfloat16)
        return (inputs if CUDA else inputs.float()), policy, value

    def summary(self):
        """Facts of the finished games, those from the empty board apart."""
        games, x, o, draws, plies, whole, wx, wo, wd, _ = self.statistics[:10].tolist()
        share = lambda part, all: round(part / max(all, 1), 3)
        return dict(games=games, x=share(x, games), o=share(o, games), draw=share(draws, games),
                    plies=round(plies / max(games, 1), 1), whole_games=whole,
                    whole_x=share(wx, whole), whole_o=share(wo, whole), whole_draw=share(wd, whole))


def perft(rules, depth):
    """Positions after 1 .. depth plies, finished games counting nothing below them."""
    rules = Rules.named(rules)
    states = torch.tensor([[0] * 7 + [board.FREE]], dtype=torch.int32, device=DEVICE)
    counts = []
    for ply in range(depth):
        n = len(states)
        moves = zeros(n, kind=torch.int32)
        library.count_all_moves(rules, address(states), Int(n), address(moves), stream())
        counts.append(int(moves.sum()))
        if ply + 1 < depth:
            offset = (torch.cumsum(moves.long(), 0) - moves).contiguous()
            children = zeros(counts[-1], STATE_WORDS, kind=torch.int32)
            library.list_children(rules, address(states), Int(n), address(offset),
                                  address(children), stream())
            states = children
    return counts
