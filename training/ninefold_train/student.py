# SPDX-License-Identifier: MIT
"""The network the engine evaluates with, in floating point (docs/net.md gives the integer form).

Per perspective, a position is the sum of about a dozen table rows of `lanes` numbers (rows.py). The
tables are not free: a small encoder describes every block pattern by `rank` numbers, and small
matrices map descriptions to rows, so that rare patterns learn from common ones. The sums are
clipped and multiplied in pairs, and both perspectives' products feed a small head. Outputs: logit of
the mover's expected score, and logit of a draw.
"""
import torch
import torch.nn.functional as F
from torch import nn

from . import board, features
from .rows import RowMap

WEIGHT_LIMIT = 127 / 64  # what the quantised head can hold
MACRO_HIDDEN = 32


class RowSums(torch.autograd.Function):
    """Sums of a table's rows, [n, k] row numbers to [n, width]; the last row is `nothing`. Its own
    gradient, because PyTorch's sorts the numbers first and takes five times as long."""

    @staticmethod
    def forward(context, rows, table):
        context.save_for_backward(rows)
        context.shape = table.shape
        return F.embedding_bag(rows, table, mode="sum")

    @staticmethod
    def backward(context, gradient):
        from .native import Int, address, library, stream
        rows, = context.saved_tensors
        height, width = context.shape
        table = torch.zeros(height, width, device=gradient.device)
        gradient = gradient.contiguous()
        library.scatter_rows(address(rows), Int(rows.shape[0]), Int(rows.shape[1]), Int(height - 1),
                             address(gradient), Int(width), address(table), stream())
        return None, table


def sum_rows(rows, table):
    if rows.is_cuda:
        return RowSums.apply(rows, table)
    return F.embedding_bag(rows, table, mode="sum", padding_idx=len(table) - 1)


class Student(nn.Module):
    def __init__(self, lanes=64, rank=32, hidden=96, second_hidden=0, use_rank=16, target_rank=32,
                 head=16, tail=32, buckets=1, ruleset=0):
        super().__init__()
        self.config = dict(lanes=lanes, rank=rank, hidden=hidden, second_hidden=second_hidden,
                           use_rank=use_rank, target_rank=target_rank, head=head, tail=tail,
                           buckets=buckets, ruleset=ruleset)
        self.map = RowMap(ruleset)
        facts = torch.from_numpy(features.pattern_features())[self.map.patterns].float()
        self.register_buffer("facts", facts, persistent=False)
        macro = torch.from_numpy(features.macro_features()).float()
        self.register_buffer("macro_facts", macro, persistent=False)

        self.encode = nn.Linear(facts.shape[1], hidden)
        if second_hidden:
            self.second = nn.Linear(hidden, second_hidden)
        self.describe = nn.Linear(second_hidden or hidden, rank + use_rank + target_rank)
        self.block = nn.Parameter(torch.randn(9, rank, lanes) / (3 * rank**0.5))
        self.use = nn.Parameter(torch.randn(8, use_rank, lanes) * 0.1)
        self.use_bias = nn.Parameter(torch.zeros(8, 1, lanes))
        self.target = nn.Parameter(torch.randn(2, target_rank, lanes) * 0.1)
        self.cell = nn.Parameter(torch.randn(20, lanes) * 0.1)
        self.macro_encode = nn.Linear(macro.shape[1], MACRO_HIDDEN)
        self.macro_describe = nn.Linear(MACRO_HIDDEN, lanes)
        self.bias = nn.Parameter(torch.full((lanes,), 0.3))
        self.head = nn.Linear(lanes, head * buckets)
        self.tail = nn.Linear(2 * head, tail * buckets)
        self.out = nn.Linear(tail, 2 * buckets)

    def table(self):
        """[rows, lanes], in the order of rows.py."""
        c = self.config
        hidden = F.relu(self.encode(self.facts))
        if c["second_hidden"]:
            hidden = F.relu(self.second(hidden))
        block, use, target = self.describe(hidden).split(
            [c["rank"], c["use_rank"], c["target_rank"]], 1)
        macro = self.macro_describe(F.relu(self.macro_encode(self.macro_facts)))
        lanes = c["lanes"]
        return torch.cat([torch.matmul(block, self.block).view(-1, lanes),
                          (torch.matmul(use, self.use) + self.use_bias).view(-1, lanes),
                          torch.matmul(target, self.target).view(-1, lanes), self.cell, macro,
                          torch.zeros(1, lanes, device=macro.device)])

    def forward(self, rows, target):
        """rows [n, 2, PER_POSITION] and target [n] (cell or 9) from RowIndex."""
        n = len(rows)
        total = sum_rows(rows.view(2 * n, -1), self.table()) + self.bias
        first, second = total.clamp(0, 1).chunk(2, 1)
        x = (first * second).view(n, -1)
        return self.finish(x, target)

    def finish(self, x, target):
        c = self.config
        bucket = {1: target * 0, 2: (target == board.FREE).long(), 10: target}[c["buckets"]]
        x = self._layer(self.head, x, c["head"], bucket).clamp(0, 1)
        x = self._layer(self.tail, torch.cat([x, x * x], 1), c["tail"], bucket).clamp(0, 1)
        return self._layer(self.out, x, 2, bucket)

    def _layer(self, layer, x, width, bucket):
        y = layer(x)
        if self.config["buckets"] == 1:
            return y
        return y.view(len(y), -1, width)[torch.arange(len(y), device=y.device), bucket]

    @torch.no_grad()
    def limit_weights(self):
        for layer in (self.head, self.tail):
            layer.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)


class RowIndex(nn.Module):
    """RowMap.rows on the training device, under a symmetry; the tests hold the two together."""

    def __init__(self, ruleset):
        super().__init__()
        m = self.map = RowMap(ruleset)
        for name, table in (("compact", m.compact), ("swapped", board.SWAPPED),
                            ("symmetric", board.SYMMETRIC),
                            ("inverse", board.SYMMETRY.argsort(1)), ("image", board.SYMMETRY)):
            self.register_buffer(name, torch.from_numpy(table), persistent=False)
        self.register_buffer("nine", torch.arange(9), persistent=False)

    def forward(self, pattern, use, macro, target, targets, symmetry):
        """[n, 2, PER_POSITION] row numbers and [n] target cells of the positions' images."""
        order = self.inverse[symmetry]
        pattern, use = self.symmetric[symmetry][pattern][:, order], use[:, order]
        macro = self.symmetric[symmetry][macro]
        sent = (targets[:, None] >> self.nine & 1)[:, order]
        target = torch.where(target < 9, self.image[symmetry][target.clamp(max=8)], target)
        hits = self._one_by_one(sent)
        views = [self._perspective(pattern, use, macro[:, 0], target, hits, True),
                 self._perspective(self.swapped[pattern], use % 3 * 3 + torch.div(
                     use, 3, rounding_mode="floor"), macro[:, 1], target, hits, False)]
        return torch.stack(views, 1).int(), target

    def _one_by_one(self, sent):
        """The target blocks apart: at most two [n, 9] with at most one block each."""
        first = sent * (sent.cumsum(1) == 1) if self.map.targets == 2 else sent
        return [first, sent - first][:self.map.targets]

    def _perspective(self, pattern, use, macro, target, hits, mover):
        m = self.map
        row = self.compact[pattern]
        nothing = torch.full_like(row, m.nothing)
        slot = use - (use > features.PLAIN_USE).long()
        by_use = torch.where(use == features.PLAIN_USE, nothing, m.use + slot * m.count + row)
        first = m.mover_target if mover else m.other_target
        at_target = [torch.where(hit.any(1), first + (row * hit).sum(1), nothing[:, 0])[:, None]
                     for hit in hits]
        at_target += [nothing[:, :1]] * (2 - len(hits))
        cell = (m.mover_cell if mover else m.other_cell) + target
        return torch.cat([m.block + self.nine * m.count + row, by_use, *at_target, cell[:, None],
                          (m.macro + macro)[:, None]], 1)
