# SPDX-License-Identifier: MIT
"""Settings: training/config.toml, changed by --set section.name=value, kept in the run's folder."""
import argparse
import json
import pathlib
import tomllib

DEFAULT = pathlib.Path(__file__).resolve().parents[1] / "config.toml"


def parse(text):
    try:
        return json.loads(text.replace("_", "") if text.replace("_", "").isdigit() else text)
    except json.JSONDecodeError:
        return text


def load(path=DEFAULT, changes=()):
    with open(path, "rb") as file:
        settings = tomllib.load(file)
    for change in changes:
        name, _, value = change.partition("=")
        section, _, key = name.partition(".")
        if key not in settings.get(section, {}):
            raise SystemExit(f"--set {change}: there is no setting '{name}' in {path}")
        settings[section][key] = parse(value)
    return settings


def arguments(description, **extra):
    """Command line of a step: --config, --set, --out and what `extra` names (help strings)."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--config", default=DEFAULT)
    parser.add_argument("--set", action="append", default=[], metavar="section.name=value")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of this run")
    for name, text in extra.items():
        many = dict(nargs="+") if name == "data" else {}
        parser.add_argument(name if name == "data" else "--" + name, help=text, **many)
    options = parser.parse_args()
    settings = load(options.config, options.set)
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "settings.json").write_text(json.dumps(settings, indent=1) + "\n")
    return options, settings
