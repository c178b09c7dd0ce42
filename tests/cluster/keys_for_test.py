# SPDX-License-Identifier: MIT
"""Certificates, and credentials as `nsc` makes them, from nothing but openssl."""

import base64
import json
import subprocess


def openssl(*words, data=None):
    return subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True,
                          input=data).stdout


class Authority:
    """Vouches for certificates."""

    def __init__(self, folder):
        self.folder = folder
        self.certificate, self.key = folder / "ca.pem", folder / "ca-key.pem"
        openssl("req", "-x509", "-newkey", "ed25519", "-nodes", "-days", "2", "-subj",
                "/CN=Test authority", "-keyout", self.key, "-out", self.certificate)

    def certify(self, name):
        """(certificate, key) for 127.0.0.1."""
        certificate, key = self.folder / f"{name}.pem", self.folder / f"{name}-key.pem"
        request = openssl("req", "-new", "-newkey", "ed25519", "-nodes", "-subj", f"/CN={name}",
                          "-keyout", key)
        extensions = self.folder / f"{name}.ext"
        extensions.write_text("subjectAltName=IP:127.0.0.1\n")
        certificate.write_bytes(openssl(
            "x509", "-req", "-days", "2", "-CA", self.certificate, "-CAkey", self.key,
            "-CAcreateserial", "-extfile", extensions, data=request))
        return certificate, key


def checksum(data):
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021 if value & 0x8000 else value << 1) & 0xffff
    return value.to_bytes(2, "little")


def base32(data):
    return base64.b32encode(data + checksum(data)).rstrip(b"=").decode()


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class NatsKey:
    """An Ed25519 key in the spelling of NATS: https://docs.nats.io/running-a-nats-service/nats_admin/security/jwt"""

    KINDS = {"operator": 14 << 3, "account": 0, "user": 20 << 3}

    def __init__(self, folder, kind, name):
        self.kind, self.name = kind, name
        self.path = folder / f"{name}.nkey"
        openssl("genpkey", "-algorithm", "ed25519", "-out", self.path)
        secret = openssl("pkey", "-in", self.path, "-outform", "DER")[-32:]
        public = openssl("pkey", "-in", self.path, "-pubout", "-outform", "DER")[-32:]
        prefix = self.KINDS[kind]
        self.public = base32(bytes([prefix]) + public)
        self.seed = base32(bytes([18 << 3 | prefix >> 5, (prefix & 31) << 3]) + secret)

    def sign(self, subject, **claims):
        """A token that says something of another key."""
        head = {"typ": "JWT", "alg": "ed25519-nkey"}
        body = {"jti": subject.name, "iat": 1_700_000_000, "iss": self.public, "sub": subject.public,
                "name": subject.name, "nats": {**claims, "type": subject.kind, "version": 2}}
        text = ".".join(base64url(json.dumps(part).encode()) for part in (head, body))
        message = self.path.with_suffix(".message")
        message.write_text(text)
        return text + "." + base64url(openssl("pkeyutl", "-sign", "-inkey", self.path, "-rawin",
                                              "-in", message))


UNLIMITED = {name: -1 for name in ("subs", "data", "payload", "imports", "exports", "conn", "leaf",
                                   "mem_storage", "disk_storage", "streams", "consumer")}


def make_credentials(folder):
    """(server's configuration, credentials file) of an operator with one account and one user."""
    operator = NatsKey(folder, "operator", "operator")
    account, system = (NatsKey(folder, "account", name) for name in ("games", "system"))
    user = NatsKey(folder, "user", "organiser")
    accounts = {account.public: operator.sign(account, limits={**UNLIMITED, "wildcards": True}),
                system.public: operator.sign(system, limits={
                    "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "conn": -1,
                    "leaf": -1, "wildcards": True})}
    preload = "\n".join(f"  {name}: {token}" for name, token in accounts.items())
    configuration = (f"operator: {operator.sign(operator, system_account=system.public)}\n"
                     f"system_account: {system.public}\nresolver: MEMORY\n"
                     f"resolver_preload: {{\n{preload}\n}}\n")
    token = account.sign(user, subs=-1, data=-1, payload=-1, pub={}, sub={})
    file = folder / "organiser.creds"
    file.write_text(f"-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n"
                    f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n")
    return configuration, file
