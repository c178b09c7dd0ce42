# SPDX-License-Identifier: MIT
"""The Java host against a small referee: whole games, every way a bot can be wrong, linking."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'native'))

from referee import EMPTY_BOARD, Forfeit, RandomBot, UgiBot, play_game  # noqa: E402

HOST = os.path.join(ROOT, 'hosts', 'java', 'java-host')
HOST_JAR = os.path.join(ROOT, 'hosts', 'java', 'build', 'ninefold-host.jar')
EXAMPLE = os.path.join(ROOT, 'examples', 'bots', 'java', 'BlockWinner.java')
START = EMPTY_BOARD + ' x - standard'
JDK = os.path.join(os.environ['JAVA_HOME'], 'bin', '') if os.environ.get('JAVA_HOME') else ''


def compile_java(sources, classes, class_path=HOST_JAR):
    os.makedirs(classes)
    subprocess.run([JDK + 'javac', '-nowarn', '--release', '17', '-cp', class_path, '-d', classes]
                   + sources, check=True)


def make_jar(path, folder, keep=lambda name: True):
    with zipfile.ZipFile(path, 'w') as jar:
        for file in glob.glob(os.path.join(folder, '**', '*.class'), recursive=True):
            name = os.path.relpath(file, folder)
            if keep(name):
                jar.write(file, name)


def setUpModule():
    global WORK, MISFITS
    WORK = tempfile.mkdtemp(prefix='ninefold-java-')
    MISFITS = os.path.join(WORK, 'misfits-classes')
    compile_java(glob.glob(os.path.join(HERE, 'fixtures', 'bots', 'misfits', '*.java')), MISFITS)


def tearDownModule():
    shutil.rmtree(WORK)


def start(bot, *jvm, **options):
    # Games here are short: the optimising compiler would only burn time.
    return UgiBot([HOST, '-XX:TieredStopAtLevel=1'] + list(jvm) + [bot], **options)


def misfit(name):
    return MISFITS + '#misfits.' + name


class Games(unittest.TestCase):
    def play_both_sides(self, bot, games=2, tie_break=None):
        for seed in range(games):
            for side in 'xo':
                bot.new_game()
                other = RandomBot(seed)
                pair = (bot, other) if side == 'x' else (other, bot)
                play_game(*pair, opening=2 * seed, seed=seed, tie_break=tie_break)

    def test_example_from_source(self):
        with start(EXAMPLE) as bot:
            self.play_both_sides(bot.start(), games=10)

    def test_example_against_itself_with_majority(self):
        with start(EXAMPLE) as one, start(EXAMPLE) as two:
            one.start().new_game()
            two.start().new_game()
            play_game(one, two, tie_break='majority')

    def test_example_beats_a_random_bot(self):
        wins = 0
        with start(EXAMPLE) as bot:
            bot.start()
            for seed in range(20):
                bot.new_game()
                wins += play_game(bot, RandomBot(seed))[0].result() == 'x'
        self.assertGreaterEqual(wins, 8)  # its choices are not seeded; it wins about 16

    def test_jar_and_class_folder(self):
        classes = os.path.join(WORK, 'example')
        compile_java([EXAMPLE], classes)
        jar = os.path.join(WORK, 'example.jar')
        make_jar(jar, classes)
        for path in (classes, jar, jar + '#BlockWinner'):
            with self.subTest(path), start(path) as bot:
                self.play_both_sides(bot.start())

    def test_compile_ahead(self):
        classes = os.path.join(WORK, 'ahead')
        subprocess.run([HOST, '--compile', EXAMPLE, classes], check=True)
        with start(classes) as bot:
            self.play_both_sides(bot.start())

    def test_compile_to_a_jar(self):
        jar = os.path.join(WORK, 'ahead.jar')
        with open(jar, 'wb') as stream:
            subprocess.run([HOST, '--compile', EXAMPLE, '-'], check=True, stdout=stream)
        with start(jar) as bot:
            self.play_both_sides(bot.start())

    def test_source_of_a_package_without_its_folder(self):
        folder = os.path.join(WORK, 'beside')
        os.makedirs(folder)
        for name in ('First', 'Helper', 'ReadsResource'):
            shutil.copy(os.path.join(HERE, 'fixtures', 'bots', 'misfits', name + '.java'), folder)
        with open(os.path.join(folder, 'weights.txt'), 'w') as file:
            file.write('1 2 3')
        bot = os.path.join(folder, 'ReadsResource.java')
        jar = os.path.join(WORK, 'beside.jar')
        with open(jar, 'wb') as stream:
            subprocess.run([HOST, '--compile', bot, '-'], check=True, stdout=stream)
        wanted = bot + '#misfits.ReadsResource'
        for words in ([wanted], [wanted, jar]):
            with self.subTest(words), UgiBot([HOST, '-XX:TieredStopAtLevel=1'] + words) as bot:
                self.play_both_sides(bot.start())

    def test_class_folder_that_is_not_the_package_root(self):
        for path in (os.path.join(MISFITS, 'misfits'), WORK):
            with self.subTest(path), start(path + '#misfits.First') as bot:
                self.play_both_sides(bot.start())

    def test_bots_that_are_odd_but_legal(self):
        for name in ('Prints', 'ReadsInput', 'Vandal', 'NoArgument', 'NeedsHelper',
                     'LooksAround'):
            with self.subTest(name), start(misfit(name)) as bot:
                self.play_both_sides(bot.start())

    def test_side_known_beforehand(self):
        with start(misfit('First')) as bot:
            bot.start()
            for side in 'xo':
                bot.new_game(Side=side)
                play_game(*((bot, RandomBot(1)) if side == 'x' else (RandomBot(1), bot)))

    def test_no_new_game_command(self):
        with start(misfit('First')) as bot:
            play_game(RandomBot(3), bot.start())

    def test_bot_that_mistakes_its_side_plays_on(self):
        with start(misfit('AlwaysCross')) as bot:
            bot.start().new_game()
            bot.send('position %s moves 00' % START)
            bot.send('go')
            lines = bot.until('bestmove')
            self.assertIn('getSymbol() says CROSS, but the bot plays CIRCLE', lines[0])
            self.assertEqual(lines[-1], 'bestmove 01')

    def test_the_simulator_agrees_with_the_referee(self):
        with start(misfit('Lister')) as bot:
            bot.start()
            seen = []

            class Watch:
                @staticmethod
                def choose(position, text, moves):
                    blocks, restricted = position.targets()
                    words = ['saw', str(blocks[0] if restricted else -1),
                             position.side.upper(), 'on']
                    words += ['%d%d' % m for m in position.legal_moves()]
                    seen.append(' '.join(words))
                    return bot.choose(position, text, moves)

            for seed in range(5):
                bot.new_game()
                play_game(Watch, RandomBot(seed), seed=seed, opening=seed)
        self.assertEqual(bot.stderr().split('\n'), seen)

    def test_perft_with_the_simulator(self):
        counts = subprocess.run([JDK + 'java', '-cp', HOST_JAR + os.pathsep + MISFITS,
                                 'misfits.Perft'], check=True, stdout=subprocess.PIPE)
        self.assertEqual(counts.stdout.split(), [b'81', b'720', b'6336', b'55080'])


class Linking(unittest.TestCase):
    """Class files made with other copies of the interface, bundled or not."""

    def edition(self, name):
        sources = os.path.join(HERE, 'fixtures', 'editions', name)
        classes = os.path.join(WORK, name)
        if not os.path.exists(classes):
            compile_java(glob.glob(sources + '/**/*.java', recursive=True), classes, class_path='.')
        return classes

    def test_editions(self):
        for name in ('older', 'newer'):
            for bundled in (True, False):
                with self.subTest(name, bundled=bundled):
                    jar = os.path.join(WORK, '%s-%s.jar' % (name, bundled))
                    make_jar(jar, self.edition(name),
                             lambda file: bundled or not file.startswith('uttt'))
                    with start(jar) as bot:
                        bot.start().new_game()
                        play_game(bot, RandomBot(1))
                        bot.new_game()
                        play_game(RandomBot(2), bot)

    def project(self, name, made, *classes):
        """A folder of classes with a factory of its own whose createBonusPlayer does `made`."""
        project = os.path.join(WORK, name)
        source = os.path.join(WORK, 'UTTTFactory.java')
        with open(source, 'w') as file:
            file.write('package uttt; public class UTTTFactory {'
                       'public static uttt.game.PlayerInterface createBonusPlayer('
                       'uttt.utils.Symbol s) { %s } }' % made)
        os.makedirs(os.path.join(project, 'misfits'))
        for file in glob.glob(os.path.join(MISFITS, 'misfits', '*.class')):
            if not classes or os.path.basename(file)[:-len('.class')] in classes:
                shutil.copy(file, os.path.join(project, 'misfits'))
        subprocess.run([JDK + 'javac', '-cp', HOST_JAR + os.pathsep + MISFITS, '-d', project,
                        source], check=True)
        return project

    def test_the_factory_is_the_entry(self):
        first = 'return new misfits.First(s);'
        # Many players, one that is another than the factory's, and none at all.
        for name, classes in (('many', ()), ('one', ('First', 'Throws')), ('only', ('First',))):
            with self.subTest(name), start(self.project(name, first, *classes)) as bot:
                play_game(bot.start(), RandomBot(1))
                self.assertTrue(any('createBonusPlayer' in line for line in bot.errors))
        hidden = self.project('hidden', 'return new misfits.First(s) {};', 'First')
        os.rename(os.path.join(hidden, 'misfits', 'First.class'), os.path.join(WORK, 'First.kept'))
        with start(hidden) as bot:
            with self.assertRaises(Forfeit) as caught:
                bot.start().new_game()
            self.assertIn('needs the class misfits.First', caught.exception.sentence)

    def test_a_factory_without_a_player_leaves_it_to_the_only_one(self):
        for name, made in (('null', 'return null;'),
                           ('unsupported', 'throw new UnsupportedOperationException();')):
            with self.subTest(name), start(self.project(name, made, 'First')) as bot:
                play_game(bot.start(), RandomBot(1))
        with start(self.project('neither', 'return null;')) as bot:
            with self.assertRaises(Forfeit) as caught:
                bot.start().new_game()
            self.assertIn('createBonusPlayer returned null', caught.exception.sentence)

    def test_a_player_for_people_is_passed_over(self):
        folder = os.path.join(WORK, 'people')
        source = os.path.join(WORK, 'HumanPlayer.java')
        with open(source, 'w') as file:
            file.write('public class HumanPlayer extends misfits.First { public HumanPlayer('
                       'uttt.utils.Symbol s) { super(s); throw new IllegalStateException(); } }')
        os.makedirs(os.path.join(folder, 'misfits'))
        shutil.copy(os.path.join(MISFITS, 'misfits', 'First.class'), folder + '/misfits')
        subprocess.run([JDK + 'javac', '-cp', HOST_JAR + os.pathsep + MISFITS, '-d', folder,
                        source], check=True)
        with start(folder) as bot:
            play_game(bot.start(), RandomBot(1))


class SingleBlock(unittest.TestCase):
    """Plain tic-tac-toe, played in the middle block."""

    def answer(self, bot, block, side='x'):
        bot.new_game(SingleBlock='true')
        bot.send('position 9/9/9/9/%s/9/9/9/9 %s 4 standard' % (block, side))
        bot.send('go')
        return bot.until('bestmove')[-1]

    def test_its_own_method_is_asked(self):
        source = os.path.join(HERE, 'fixtures', 'bots', 'single', 'SingleBoard.java')
        with start(source) as bot:
            bot.start()
            self.assertEqual(self.answer(bot, '9'), 'bestmove 48')
            self.assertEqual(self.answer(bot, '8x', 'o'), 'bestmove 47')
            self.assertEqual(self.answer(bot, '7ox'), 'bestmove 46')

    def test_a_player_that_does_not_play_it_says_so(self):
        with start(misfit('First')) as bot:
            bot.start()
            with self.assertRaises(Forfeit) as caught:
                self.answer(bot, '9')
            self.assertIn('does not play plain tic-tac-toe', caught.exception.sentence)


class Forfeits(unittest.TestCase):
    def forfeit(self, bot, ending, *phrases, ask=('44',), jvm=(), text=START):
        """Starts the bot and asks for moves until it forfeits, as it must."""
        with start(bot, *jvm) as process:
            with self.assertRaises(Forfeit) as caught:
                process.start().new_game()
                for move in ask:
                    process.ask(text, [(int(move[0]), int(move[1]))] if move else [])
        for phrase in phrases:
            self.assertIn(phrase, caught.exception.sentence)
        self.assertEqual(caught.exception.ending, ending, caught.exception)
        return process.stderr()

    def test_wrong_answers(self):
        self.forfeit(misfit('ReturnsNull'), 'garbage', 'returned null')
        self.forfeit(misfit('OutOfRange'), 'illegal-move', 'Move(9, 4)', 'must be 0 to 8')
        self.forfeit(misfit('WrongBoard'), 'illegal-move', 'Move(5, 0)', 'in board 4')
        self.forfeit(misfit('TakenCell'), 'illegal-move', 'Move(4, 4)', 'already taken')

    def test_closed_block(self):
        self.forfeit(misfit('TakenCell'), 'illegal-move', 'board 4 is closed', ask=[''],
                     text='9/9/9/9/xxx6/9/9/9/ooo6 x - standard')

    def test_exceptions(self):
        trace = self.forfeit(misfit('Throws'), 'crash', 'ArrayIndexOutOfBoundsException',
                             '(Throws.java, line ')
        self.assertIn('at bot//misfits.Throws.getPlayerMove', trace)
        self.forfeit(misfit('Recurses'), 'crash', 'StackOverflowError')
        self.forfeit(misfit('WantsWindow'), 'crash', 'NullPointerException', 'its ui is null')
        self.forfeit(misfit('Casts'), 'crash', 'casts the game to a class of its own')

    def test_memory(self):
        self.forfeit(misfit('EatsMemory'), 'memory', 'ran out of memory', jvm=['-Xmx64m'])

    def test_exit(self):
        self.forfeit(misfit('Exits'), 'crash', 'called System.exit (Exits.java, line ')
        self.forfeit(misfit('ExitsElsewhere'), 'crash', 'called System.exit')
        self.forfeit(misfit('ExitsAtOnce'), 'crash', 'called System.exit (ExitsAtOnce.java')

    def test_constructors(self):
        self.forfeit(misfit('ThrowsAtOnce'), 'start-failed', 'The constructor of misfits.',
                     'no weights.txt found', '(ThrowsAtOnce.java, line ')
        self.forfeit(misfit('BadStatics'), 'start-failed', 'NumberFormatException', 'twelve')
        self.forfeit(misfit('NeedsNumber'), 'start-failed', 'constructor that takes a Symbol')
        self.forfeit(misfit('SlowStart'), 'start-failed', 'takes longer than 300 ms',
                     jvm=['-Dninefold.constructor-limit-ms=300'])

    def test_choosing_the_class(self):
        self.forfeit(MISFITS, 'start-failed', 'misfits.First, ',
                     'Choose one: misfits-classes#misfits.')
        self.forfeit(MISFITS + '#misfits.Nobody', 'start-failed', 'no class misfits.Nobody')
        self.forfeit(MISFITS + '#misfits.Helper', 'start-failed', 'does not implement')

    def test_missing_class(self):
        jar = os.path.join(WORK, 'no-helper.jar')
        make_jar(jar, MISFITS, lambda name: 'Helper.' not in name or 'Needs' in name)
        self.forfeit(jar + '#misfits.NeedsHelper', 'crash', 'needs the class misfits.Helper')
        make_jar(jar, MISFITS, lambda name: 'NeedsHelper' in name)
        self.forfeit(jar + '#misfits.NeedsHelper', 'start-failed', 'needs the class misfits.First')

    def test_files_that_are_no_bots(self):
        empty = os.path.join(WORK, 'empty')
        os.makedirs(empty)
        self.forfeit(os.path.join(WORK, 'nothing.jar'), 'start-failed', 'There is no file')
        self.forfeit(empty, 'start-failed', 'holds no class files')
        self.forfeit(__file__, 'start-failed', 'not a sound jar')
        jar = os.path.join(WORK, 'helper.jar')
        make_jar(jar, MISFITS, lambda name: name.endswith('/Helper.class'))
        self.forfeit(jar, 'start-failed', 'None of the 1 classes in helper.jar implements')
        with zipfile.ZipFile(jar, 'w') as file:
            file.writestr('Bot.class', 'not a class')
        self.forfeit(jar, 'start-failed', 'Bot.class is not a sound class file')

    def test_class_of_a_later_java(self):
        folder = os.path.join(WORK, 'later', 'misfits')
        os.makedirs(folder)
        with open(os.path.join(MISFITS, 'misfits', 'First.class'), 'rb') as file:
            data = file.read()
        with open(os.path.join(folder, 'First.class'), 'wb') as file:
            file.write(data[:6] + (99).to_bytes(2, 'big') + data[8:])
        self.forfeit(os.path.dirname(folder), 'start-failed', 'needs a newer Java')

    def test_source_that_does_not_compile(self):
        source = os.path.join(WORK, 'Broken.java')
        with open(source, 'w') as file:
            file.write('public class Broken {\n    int x = "one";\n    int y = z;\n}\n')
        errors = self.forfeit(source, 'start-failed', 'does not compile: Broken.java, line 2: '
                              'incompatible types', '(and 1 more)')
        self.assertIn('Broken.java:3: error: cannot find symbol', errors)

    def test_other_rulesets(self):
        for ruleset in ('open', 'correspondence', 'open+majority'):
            self.forfeit(misfit('First'), 'start-failed', '"%s"' % ruleset, 'knows only "standard"',
                         text=EMPTY_BOARD + ' x - ' + ruleset)

    def test_forfeit_is_repeated_and_quit_obeyed(self):
        with start('nothing.jar') as bot:
            for question in ('ugi', 'isready', 'go', 'ugi'):
                bot.send(question)
                self.assertTrue(bot.read().startswith('forfeit start-failed There is no file'))
            bot.send('quit')
            self.assertEqual(bot.process.wait(10), 0)


class Conduct(unittest.TestCase):
    def test_crash_of_the_jvm_is_no_answer(self):
        done = subprocess.run([HOST, misfit('CrashesJvm')], input=b'ugi\nposition startpos\ngo\n', cwd=WORK,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=20)
        self.assertEqual(done.returncode, -6)
        self.assertEqual(done.stdout.splitlines()[-1], b'ugiok')
        self.assertIn(b'fatal error', done.stderr)

    def test_bad_positions_are_not_blamed_on_the_bot(self):
        with start(misfit('First')) as bot:
            bot.start().new_game()
            for text in ('', '9/9 x - standard', START + ' moves 99', START + ' moves 00 10',
                         EMPTY_BOARD + ' z - standard', EMPTY_BOARD + ' x 9 standard',
                         'startpos 00', EMPTY_BOARD.replace('9/', '8/', 1) + ' x - standard'):
                bot.send('position ' + text)
                bot.send('go')
                lines = bot.until('bestmove')
                self.assertEqual(lines[-1], 'bestmove none', text)
                self.assertTrue(lines[0].startswith('info string the position was not'), text)

    def test_finished_game(self):
        with start(misfit('First')) as bot:
            bot.start().new_game()
            won = 'xxx6/xxx6/xxx6/ooo6/ooo6/9/9/9/9 o - standard'
            self.assertEqual(bot.ask(won, []), 'none')

    def test_unknown_commands_are_ignored(self):
        with start(misfit('First')) as bot:
            bot.start()
            for line in ('', 'xyzzy', 'stop', 'ponderhit', 'setoption name X', 'go now please'):
                bot.send(line)
            self.assertEqual(bot.until('bestmove')[-1], 'bestmove 00')

    def test_quit_while_the_bot_thinks(self):
        with start(misfit('Recurses')) as bot:
            bot.start()
            bot.send('go')
            bot.send('quit')
            self.assertEqual(bot.process.wait(10), 0)

    def test_end_of_input_answers_what_was_asked(self):
        done = subprocess.run([HOST, misfit('First')], input=b'ugi\nposition startpos\ngo\n',
                              stdout=subprocess.PIPE, timeout=20)
        self.assertTrue(done.stdout.endswith(b'ugiok\nbestmove 00\n'), done.stdout)

    def test_terminating_the_host_is_no_forfeit(self):
        with start(misfit('First')) as bot:
            bot.start()
            bot.process.terminate()
            bot.process.wait(10)
            with self.assertRaises(Forfeit) as caught:
                bot.read()
            self.assertIn('the program ended', caught.exception.sentence)

    def test_list_and_usage(self):
        listed = subprocess.run([HOST, '--list', MISFITS], stdout=subprocess.PIPE, check=True)
        self.assertIn(b'misfits.First\n', listed.stdout)
        self.assertNotIn(b'Helper\n', listed.stdout.replace(b'NeedsHelper', b''))
        wrong = subprocess.run([HOST], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(wrong.returncode, 2)
        self.assertTrue(wrong.stderr.startswith(b'usage: '))


if __name__ == '__main__':
    unittest.main()
