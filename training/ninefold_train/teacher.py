# SPDX-License-Identifier: MIT
"""The teacher: an "axial mixer" on x[block, cell, width]. Each layer is an MLP over one block's nine
cells; then block and cell change places, as a cell sends to its block, and so on."""
import copy
import math
import os

import torch
import torch.nn.functional as F
from torch import nn

from .native import CUDA, DEVICE, REAL, Int, address, library, stream, zeros

VALUE_WIDTH = 64


class Norm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.Parameter(torch.ones(n))

    def forward(self, x):
        y = x.float()
        y = y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)
        return y.to(x.dtype) * self.w.to(x.dtype)


class Mixer(nn.Module):
    """The names of the parameters are those of the stored checkpoints."""

    def __init__(self, width=64, layers=8):
        super().__init__()
        self.width, self.layers = width, layers
        n = 9 * width
        self.emb, self.pos = nn.Linear(8, width), nn.Parameter(torch.randn(81, width) * 0.1)
        self.n = nn.ModuleList([Norm(n) for _ in range(layers)])
        self.a = nn.ModuleList([nn.Linear(n, n) for _ in range(layers)])
        self.b = nn.ModuleList([nn.Linear(n, n) for _ in range(layers)])
        for layer in self.b:
            nn.init.normal_(layer.weight, std=0.3 / math.sqrt(n * layers))
            nn.init.zeros_(layer.bias)
        self.no, self.pol = Norm(n), nn.Linear(n, 9)
        self.v1 = nn.Linear(n, VALUE_WIDTH)
        self.v2, self.v3 = nn.Linear(9 * VALUE_WIDTH, 128), nn.Linear(128, 1)
        nn.init.zeros_(self.v3.weight)
        nn.init.zeros_(self.v3.bias)
        nn.init.normal_(self.pol.weight, std=0.01)

    def raw(self, inputs):
        """Policy logits [n, 81] and the logit of the mover's expected score [n]."""
        n, w = inputs.shape[0], self.width
        x = (self.emb(inputs) + self.pos.to(inputs.dtype)).view(n, 9, 9 * w)
        for norm, first, second in zip(self.n, self.a, self.b):
            x = x + second(F.relu(first(norm(x))))
            x = x.view(n, 9, 9, w).transpose(1, 2).reshape(n, 9, 9 * w)
        y = self.no(x)
        v = F.relu(self.v1(y)).reshape(n, -1)
        return self.pol(y).reshape(n, 81), self.v3(F.relu(self.v2(v)))[:, 0]

    def forward(self, inputs):
        """Policy logits, and the value in -1 .. 1."""
        policy, value = self.raw(inputs)
        return policy, torch.tanh(value.float() * 0.5)


class FastMixer:
    """Inference of a bf16 Mixer on the GPU: matrix products with fused bias and activation, and one
    hand-written kernel for addition, swap and norm (native/mixer.cuh)."""

    def __init__(self, net):
        self.net = net
        self.heads = zeros(80, 9 * net.width, kind=REAL)
        self.head_bias = zeros(80, kind=REAL)
        self.refresh()

    @torch.no_grad()
    def refresh(self):
        """After the net's weights changed."""
        net = self.net
        self.heads[:9], self.heads[16:] = net.pol.weight, net.v1.weight
        self.head_bias[:9], self.head_bias[16:] = net.pol.bias, net.v1.bias

    def __call__(self, inputs):
        net, n, width = self.net, inputs.shape[0], self.net.width
        x = torch.empty(n * 9, 9 * width, dtype=REAL, device=DEVICE)
        y = torch.empty_like(x)
        self._check(library.mixer_embed(Int(width), *map(address, (
            inputs, net.emb.weight, net.emb.bias, net.pos, net.n[0].w, x, y)), Int(n), stream()))
        scales = [layer.w for layer in net.n][1:] + [net.no.w]
        for first, second, scale in zip(net.a, net.b, scales):
            h = torch._addmm_activation(first.bias, y, first.weight.t())
            added = torch.addmm(second.bias, h, second.weight.t())
            self._check(library.mixer_mix(Int(width), *map(address, (x, added, scale, x, y)),
                                          Int(n), stream()))
        out = torch.addmm(self.head_bias, y, self.heads.t()).view(n, 9, 80)
        policy = out[:, :, :9].reshape(n, 81).float().contiguous()
        v = F.relu(out[:, :, 16:]).reshape(n, 9 * VALUE_WIDTH)
        v = torch._addmm_activation(net.v2.bias, v, net.v2.weight.t())
        v = torch.addmm(net.v3.bias, v, net.v3.weight.t())[:, 0].float()
        return policy, torch.tanh(v * 0.5)

    @staticmethod
    def _check(error):
        if error:
            raise RuntimeError(f"CUDA error {error} in the mixer")


def for_inference(net):
    """A frozen copy in the precision of inference."""
    frozen = copy.deepcopy(net).to(REAL).eval()
    for p in frozen.parameters():
        p.requires_grad_(False)
    return frozen


def fastest(frozen):
    """FastMixer where there is a GPU and it agrees with the plain net."""
    if not (CUDA and frozen.width in (16, 32, 64)):
        return frozen
    fast = FastMixer(frozen)
    x = torch.randint(0, 2, (777, 81, 8), device=DEVICE).to(REAL)
    with torch.no_grad():
        (a, b), (c, d) = frozen(x), fast(x)
    policy_error = float((a.float() - c).norm() / a.float().norm())
    value_error = float((b.float() - d).abs().max())
    if not (policy_error < 0.03 and value_error < 0.05):
        raise RuntimeError(f"fast and plain mixer differ: {policy_error}, {value_error}")
    return fast


def save(net, path, rules):
    """Half precision: about 11 MB for width 64 and 8 layers."""
    weights = {k: v.detach().half().cpu() for k, v in net.state_dict().items()}
    part = f"{path}.part"
    torch.save(dict(cfg=dict(kind="mixer", d=net.width, L=net.layers), w=weights, rules=rules),
               part)
    os.replace(part, path)


def load(path):
    stored = torch.load(path, map_location="cpu")
    net = Mixer(stored["cfg"]["d"], stored["cfg"]["L"])
    net.load_state_dict({k: v.float() for k, v in stored["w"].items()})
    return net.to(DEVICE)
