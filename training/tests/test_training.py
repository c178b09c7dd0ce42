# SPDX-License-Identifier: MIT
"""Run by tests/training/run, on the CPU, in half a minute. Tests that need PyTorch or a C++ compiler
are skipped where there is none."""
import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import ninefold

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from ninefold_train import board, config, crosscheck, dataset, features, netfile  # noqa: E402
from ninefold_train.rows import PER_POSITION, RowMap  # noqa: E402

try:
    import torch
except ImportError:
    torch = None
needs_torch = unittest.skipIf(torch is None, "PyTorch is not installed: apt-get install python3-torch")
needs_compiler = unittest.skipIf(shutil.which("g++") is None, "no g++ on this machine")

SHAPE = dict(lanes=128, rank=8, hidden=12, second_hidden=10, use_rank=4, target_rank=8,
             macro_hidden=8, head=16, tail=32)
SMALL = ["teacher.width=4", "teacher.layers=2", "teacher.games=12", "teacher.phases=[[1.0, 4]]",
         "teacher.buffer=4000", "teacher.batch=16", "teacher.seconds=600", "teacher.considered=4",
         "teacher.checkpoint_seconds=1", "generate.games=12", "generate.branch_games=8",
         "generate.simulations=4", "generate.branch_simulations=3", "generate.seconds=600",
         "generate.positions_per_file=300", "generate.positions=700", "student.steps=2", "student.batch=64",
         "student.log_every=1", "student.measure_every=2", "student.rank=8", "student.hidden=12",
         "student.second_hidden=10"]


def random_network(rules, buckets=1, seed=1):
    """A network file with random weights: nothing sensible, everything exercised."""
    random = np.random.default_rng(seed)
    shape = dict(SHAPE, buckets=buckets)
    arrays = {}
    for name, size, kind in netfile.layout(shape):
        spread = 40 if kind == "i1" else 500_000 if kind == "<i4" and "row" in name else 900
        arrays[name] = random.integers(-spread, spread + 1, size).astype(kind)
    return netfile.to_bytes(shape, arrays, rules, "random")


@functools.cache
def checker():
    """The engine's side of the cross-check: that of the build folder, or else built here, once."""
    built = pathlib.Path(os.environ.get("NINEFOLD", "")).parent / "tests/crosscheck"
    if built.exists():
        return built
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    return crosscheck.build(folder.name)


def random_positions(rules, count, seed=1):
    """Positions of random games, with values and results that mean nothing."""
    random = np.random.default_rng(seed)
    positions = dataset.from_states(ninefold.random_states(count, rules, seed=seed))
    positions["value"] = random.integers(-32000, 32001, count)
    positions["result"] = random.integers(-1, 2, count)
    return positions


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_data_round_trips_and_damage_is_refused(self):
        path = self.folder / "a.nfd"
        positions = random_positions("open", 180)
        dataset.write(path, "open", positions)
        rules, again = dataset.read(path)
        self.assertEqual(rules, "open")
        self.assertTrue((again == positions).all())
        raw = path.read_bytes()
        for damaged in (raw[:-1], raw[:20], raw[:-1] + bytes([raw[-1] ^ 1]), b"x" + raw[1:]):
            path.write_bytes(damaged)
            with self.assertRaises(ValueError):
                dataset.read(path)

    def test_positions_of_the_python_module(self):
        position = ninefold.Position.from_text("xxx6/9/9/3ooo3/9/9/9/9/8x o 8 standard")
        (made,) = dataset.from_states(ninefold.states_of([position]))
        self.assertEqual(made["own"].tolist(), [0, 0o070, 0])  # O's, who is to move
        self.assertEqual(made["opp"].tolist(), [0o007, 0, 0o400 << 18])
        self.assertEqual((made["won"], made["target"], made["ply"]), (1 << 3 | 1 << 9, 8, 7))

    def test_network_round_trips_and_damage_is_refused(self):
        raw = random_network("standard+majority", 10)
        shape, arrays, rules, name = netfile.from_bytes(raw)
        self.assertEqual((rules, name), ("standard+majority", "random"))
        self.assertEqual(netfile.to_bytes(shape, arrays, rules, name), raw)
        for damaged in (raw[:-1], raw[:40], raw[:-1] + bytes([raw[-1] ^ 1]), b"x" + raw[1:]):
            with self.assertRaises(ValueError):
                netfile.from_bytes(damaged)

    @needs_compiler
    def test_engine_agrees_to_the_last_bit(self):
        program = checker()
        for rules in ("standard", "standard+majority", "open", "correspondence"):
            for buckets in (1, 10):
                (self.folder / "n").write_bytes(random_network(rules, buckets))
                dataset.write(self.folder / "d", rules, random_positions(rules, 1000))
                done = crosscheck.compare(program, self.folder / "n", self.folder / "d", 10_000)
                self.assertEqual(done, 1000)


@unittest.skipUnless("NINEFOLD" in os.environ, "NINEFOLD does not name the program")
class Labels(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def label(self, *words):
        return subprocess.run([os.environ["NINEFOLD"], "label", *map(str, words)],
                              capture_output=True, text=True, timeout=60)

    def test_late_positions_get_the_engines_values(self):
        for rules in ("standard", "correspondence", "open+majority"):
            given = random_positions(rules, 120)
            dataset.write(self.folder / "a.nfd", rules, given)
            labelled = []
            for threads in (1, 3):
                out = self.folder / f"{rules}{threads}"
                done = self.label(self.folder / "a.nfd", "--out", out, "--threads", threads,
                                  "--nodes", 500, "--from-ply", 40)
                self.assertEqual(done.returncode, 0, done.stderr)
                labelled.append(dataset.read(out / "a.nfd"))
            self.assertEqual(labelled[0][0], rules)
            after = labelled[0][1]
            self.assertTrue((after == labelled[1][1]).all(), "the number of threads matters")
            late = given["ply"] >= 40
            self.assertTrue((after[~late] == given[~late]).all())
            self.assertTrue((after["kind"][late] > 0).all())
            last = given["ply"] >= 58  # solved, nearly all of them
            solved = np.isin(after["value"][last], (-32000, 0, 32000))
            self.assertGreater(solved.mean(), 0.8)
            for name in ("own", "opp", "won", "target", "ply", "result"):
                self.assertTrue((after[name] == given[name]).all())

    def test_what_is_there_stays_and_bad_files_are_refused(self):
        dataset.write(self.folder / "a.nfd", "standard", random_positions("standard", 60))
        out = self.folder / "out"
        self.assertEqual(self.label(self.folder / "a.nfd", "--out", out).returncode, 0)
        self.assertIn("is there already", self.label(self.folder / "a.nfd", "--out", out).stdout)
        (self.folder / "b.nfd").write_bytes(b"something else")
        done = self.label(self.folder / "b.nfd", "--out", out)
        self.assertEqual(done.returncode, 2)
        self.assertIn("not a data file", done.stderr)


@unittest.skipUnless("NINEFOLD" in os.environ, "NINEFOLD does not name the program")
class Samples(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def sample(self, name, *words):
        done = subprocess.run([os.environ["NINEFOLD"], "sample", "--out", str(self.folder / name),
                               *map(str, words)], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout + done.stderr

    def test_the_seed_alone_chooses_the_positions(self):
        for rules in ("standard", "correspondence"):
            files = []
            for threads, seed in ((1, 5), (1, 5), (3, 5), (1, 6)):
                name = f"{rules}{len(files)}"
                code, text = self.sample(name, "--rules", rules, "--positions", 3000, "--nodes",
                                         "200..900", "--threads", threads, "--seed", seed)
                self.assertEqual(code, 0, text)
                files.append((self.folder / name).read_bytes())
            self.assertEqual(files[0], files[1])
            self.assertEqual(files[0], files[2], "the number of threads matters")
            self.assertNotEqual(files[0], files[3])
            name, found = dataset.read(self.folder / f"{rules}0")
            self.assertEqual((name, len(found)), (rules, 3000))
            self.assertTrue((found["kind"] == 3).all() and (found["result"] == 0).all())
            self.assertGreater(len(np.unique(found["value"])), 300)
            marks = dataset.block_marks(found["own"] | found["opp"])
            counted = sum(marks[:, b] >> c & 1 for b in range(9) for c in range(9))
            self.assertTrue((counted == found["ply"]).all())
            self.assertTrue((found["own"] & found["opp"] == 0).all())
            self.assertLess(found["ply"].min(), 12)
            self.assertGreater(found["ply"].max(), 40)

    def test_bad_words_are_refused(self):
        some = ("--positions", 10)
        (self.folder / "n.nfnet").write_bytes(random_network("open"))
        for words, sentence in (
                (("--positions", 0), "--positions"), ((*some, "--rules", "chess"), "chess"),
                ((*some, "--nodes", "900..200"), "500..20000"), ((*some, "--nodes", "x"), "500..20000"),
                ((*some, "--net", self.folder / "n.nfnet"), "is for open, not for standard"),
                ((*some, "--net", "/nowhere"), "/nowhere")):
            code, text = self.sample("a.nfd", *words)
            self.assertEqual(code, 2, text)
            self.assertIn(sentence, text)
        code, text = self.sample("n.nfnet/a.nfd", *some)
        self.assertEqual(code, 2, text)
        self.assertIn("cannot be written", text)
        self.assertEqual(list(self.folder.glob("a.nfd*")), [])
        self.assertEqual(self.sample("a.nfd", *some)[0], 0)
        self.assertIn("is there already", self.sample("a.nfd", *some)[1])


class Inputs(unittest.TestCase):
    def test_rows_are_in_range_and_swap_with_the_view(self):
        for rules in ("standard", "open", "correspondence"):
            positions = random_positions(rules, 600)
            inputs = features.extract(positions, rules)
            row_map = RowMap(board.parse_rules(rules)[0])
            rows = row_map.rows(inputs)
            self.assertEqual(rows.shape, (len(positions), 2, PER_POSITION))
            self.assertTrue(((rows >= 0) & (rows < row_map.total)).all())
            swapped = positions.copy()
            swapped["own"], swapped["opp"] = positions["opp"], positions["own"]
            swapped["won"] = positions["won"] >> 9 | (positions["won"] & 511) << 9
            other = row_map.rows(features.extract(swapped, rules))
            self.assertTrue((other[:, 0, :18] == rows[:, 1, :18]).all())

    def test_use_of_blocks(self):
        macro = 1 + 3 + 2 * 27  # two owned in the top row, one lost in the second
        self.assertEqual(board.MACRO_CRITICAL[macro], 1 << 2)
        self.assertEqual(board.MACRO_ALIVE[macro] & 1 << 6, 1 << 6)
        self.assertEqual(board.MACRO_ALIVE[macro] & 0b011, 0)


@needs_torch
@needs_compiler
class Pipeline(unittest.TestCase):
    def test_perft(self):
        from ninefold_train.tree import perft
        self.assertEqual(perft("standard", 5), [81, 720, 6336, 55080, 473256])
        self.assertEqual(perft("open", 5), [81, 720, 6336, 55080, 473256])
        self.assertEqual(perft("correspondence", 4), [81, 1360, 22560, 369344])

    def test_rows_on_the_device_equal_numpy(self):
        from ninefold_train.student import RowIndex
        for rules in ("standard", "open", "correspondence"):
            inputs = features.extract(random_positions(rules, 600), rules)
            index = RowIndex(board.parse_rules(rules)[0])
            tensors = [torch.from_numpy(a.astype(np.int64)) for a in (
                inputs.pattern, inputs.use, inputs.macro.T.copy(), inputs.target, inputs.targets)]
            rows, _ = index(*tensors, 0)
            self.assertTrue((rows.numpy() == index.map.rows(inputs)).all())

    def test_sums_of_rows_have_the_gradient_that_pytorch_finds(self):
        from ninefold_train.student import RowSums, sum_rows
        generator = torch.Generator().manual_seed(1)
        table = torch.randn(31, 8, generator=generator)
        table[30] = 0
        rows = torch.randint(0, 31, (50, 7), generator=generator).int()
        wanted = torch.randn(50, 8, generator=generator)
        gradients = []
        for function in (RowSums.apply, sum_rows):
            leaf = table.clone().requires_grad_()
            (function(rows, leaf) * wanted).sum().backward()
            gradients.append(leaf.grad)
        self.assertTrue(torch.allclose(*gradients, atol=1e-5))

    def test_from_self_play_to_engine(self):
        from ninefold_train import generate, teach, teacher, train_student
        for rules in ("standard", "open", "correspondence"):
            settings = config.load(changes=[*SMALL, f"run.rules={rules}"])
            folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
            teaching = teach.Teaching(settings, folder)
            teaching.run(enough=lambda: teaching.steps >= 3)
            self.assertGreaterEqual(teaching.steps, 3)
            resumed = teach.Teaching(settings, folder)
            self.assertGreater(resumed.spent, 0)
            generate.run(settings, teacher.load(folder / "teacher.pt"), folder, 1)
            self.label_again(settings, folder)
            files = sorted(folder.glob("*.nfd"))
            data = train_student.Data(files, settings, torch.device("cpu"))
            train_student.Trainer(settings, data, folder, torch.device("cpu")).run()
            again = train_student.Trainer(settings, data, folder, torch.device("cpu"))
            self.assertEqual(again.step, settings["student"]["steps"])
            netfile.export(folder / "student.npz", folder / "n.nfnet", rules, "test")
            self.assertGreater(crosscheck.compare(checker(), folder / "n.nfnet", files[0], 1000), 0)

    def label_again(self, settings, folder):
        """The teacher's values of given positions are those of its tree, whatever came before."""
        from ninefold_train import generate, label_positions, teacher
        from ninefold_train.tree import Tree
        rules, net = settings["run"]["rules"], teacher.load(folder / "teacher.pt")
        torch.manual_seed(1)
        for weights in net.parameters():  # three steps have taught it nothing that shows
            torch.nn.init.normal_(weights, std=0.3)
        tree = Tree(rules, 8, 3, settings["teacher"], noise=False, seed=settings["run"]["seed"])
        random = tree.random.clone()
        tree.random_positions(0, 40)
        made = generate.states(generate.records(tree.root, tree.root_value, 0, 3), rules)
        self.assertTrue((made == tree.root).all(), "a state changes on its way through a file")
        given = random_positions(rules, 30)
        given["kind"] = np.arange(30) % 4
        for name in ("first.nfd", "second.nfd"):
            dataset.write(folder / name, rules, given)
        out = folder / "again"
        out.mkdir()
        names = [folder / "first.nfd", folder / "second.nfd"]
        self.assertEqual(label_positions.run(settings, net, names, out), 60)
        self.assertEqual(label_positions.run(settings, net, names, out), 0)
        labelled = dataset.read(out / "first.nfd")[1]
        self.assertTrue((labelled == dataset.read(out / "second.nfd")[1]).all())
        for name in ("own", "opp", "won", "target", "ply", "result", "kind"):
            self.assertTrue((labelled[name] == given[name]).all())
        tree.random.copy_(random)
        tree.root.copy_(generate.states(given[:8], rules))
        tree.search(teacher.for_inference(net))
        self.assertTrue((labelled["value"][:8] == np.rint(tree.root_value.numpy() * 32000)).all())
        self.assertGreater(len(np.unique(labelled["value"])), 10)
        self.assertLessEqual(abs(labelled["value"]).max(), 32000)
        (out / "first.nfd").unlink()
        ticks = iter(range(100))
        label_positions.run(settings, net, names[:1], out, most=3, clock=lambda: next(ticks))
        part = dataset.read(out / "first.nfd")[1]
        self.assertEqual(len(part), 16, "two batches end the time")
        self.assertTrue((part == labelled[:16]).all())
        given["won"][3] = 7
        dataset.write(folder / "over.nfd", rules, given)
        with self.assertRaisesRegex(SystemExit, "1 positions have nothing to search.* number 3"):
            label_positions.run(settings, net, [folder / "over.nfd"], out)
        for name in ("first.nfd", "second.nfd", "over.nfd"):
            (folder / name).unlink()


if __name__ == "__main__":
    unittest.main()
