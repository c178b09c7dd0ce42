# SPDX-License-Identifier: MIT
import random
import unittest

import numpy as np

from ninefold import Engine, Position
from ninefold.environments import SinglePlayerEnv, SpielGame, TwoPlayerEnv


class SinglePlayerTest(unittest.TestCase):
    def play(self, env, seed):
        rng = random.Random(seed)
        observation, info = env.reset(seed=seed)
        while True:
            self.assertEqual(observation.shape, (7, 9, 9))
            self.assertEqual(env.position.side, env.side)
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            if terminated:
                return reward
            self.assertEqual((reward, truncated), (0.0, False))

    def test_rewards(self):
        env = SinglePlayerEnv()
        rewards = [self.play(env, seed) for seed in range(30)]
        self.assertLessEqual(set(rewards), {-1.0, 0.0, 1.0})
        self.assertGreater(len(set(rewards)), 1)
        self.assertEqual(rewards[:5], [self.play(env, seed) for seed in range(5)])

    def test_engine_wins(self):
        env = SinglePlayerEnv(Engine(hash_mb=1), rules="open", side="o", nodes=300)
        self.assertEqual(self.play(env, 1), -1.0)

    def test_bad_arguments(self):
        for arguments in ({"opponent": "nobody"}, {"side": "z"}, {"rules": "chess"}):
            with self.assertRaises(ValueError):
                SinglePlayerEnv(**arguments)
        env = SinglePlayerEnv(side="x")
        env.reset()
        with self.assertRaises(ValueError):
            env.step(81)


class TwoPlayerTest(unittest.TestCase):
    def test_a_game(self):
        rng = random.Random(1)
        env = TwoPlayerEnv(render_mode="ansi")
        env.reset(seed=1)
        rewards = {}
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            other = "o" if agent == "x" else "x"
            if other in env.agents:
                self.assertFalse(env.observe(other)["action_mask"].any())
            if termination:
                rewards[agent] = reward
                env.step(None)
            else:
                env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        self.assertEqual(set(rewards), {"x", "o"})
        self.assertEqual(sum(rewards.values()), 0)
        winner = env.position.winner
        if winner:
            self.assertEqual(rewards[winner], 1)
        self.assertIn("standard", env.render())


class SpielTest(unittest.TestCase):
    def test_a_game(self):
        rng = random.Random(2)
        game = SpielGame("correspondence")
        state = game.new_initial_state()
        while not state.is_terminal():
            self.assertEqual(sum(state.legal_actions_mask()), len(state.legal_actions()))
            self.assertEqual(len(state.observation_tensor(0)), game.observation_tensor_size())
            action = rng.choice(state.legal_actions())
            player = state.current_player()
            before = str(state)
            self.assertEqual(str(state.child(action).clone()), str(self.applied(state, action)))
            state.undo_action(player, action)
            self.assertEqual(str(state), before)
            state.apply_action(action)
        self.assertEqual(state.current_player(), -4)
        self.assertEqual(sum(state.returns()), 0)
        self.assertEqual(state.legal_actions(), [])
        self.assertEqual(len(state.history()), state.move_number())

    def applied(self, state, action):
        state.apply_action(action)
        return state

    def test_strings(self):
        state = SpielGame().new_initial_state()
        self.assertEqual(state.string_to_action(state.action_to_string(0, 40)), 40)
        with self.assertRaises(ValueError):
            state.undo_action(0, 5)
        text = Position().play("44").to_text()
        self.assertEqual(SpielGame().new_initial_state(text).observation_string(), text)


if __name__ == "__main__":
    unittest.main()
