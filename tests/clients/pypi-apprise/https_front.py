"""HTTPS in front of a server on loopback, with a certificate made for the run."""

import socket
import ssl
import subprocess
import threading
from pathlib import Path


def make_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A key and a certificate for the name, which signs itself."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*command, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True, timeout=60)
    return key, certificate


class HttpsFront:
    def __init__(self, key: Path, certificate: Path, port: int) -> None:
        self._behind = port
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with self._context.wrap_socket(connection, server_side=True) as outer:
            with socket.create_connection(("127.0.0.1", self._behind)) as inner:
                threading.Thread(target=_copy, args=(inner, outer), daemon=True).start()
                _copy(outer, inner)


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass
