"""An nginx on loopback, from Debian's package: a server of files with DAV PUTs, or a proxy."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

CONFIGURATION = '''
{user}
worker_processes auto;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
daemon off;
events {{ worker_connections 1024; }}
http {{
  access_log off;
  sendfile on;
  tcp_nodelay on;
  keepalive_requests 100000000;
  default_type application/octet-stream;
  types {{ image/png png; image/jpeg jpg; application/json json; }}
  client_body_temp_path {folder}/body;
{servers}
}}
'''

FILES = '''
  client_max_body_size 0;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/www;
    location /put/ {{ dav_methods PUT DELETE; }}
  }}
'''


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


class Nginx:
    """Runs during its `with` block.

    `servers` is the content of its `http` block; `{port}` in it is a free port, `{folder}` a folder of its own.
    """

    def __init__(self, servers=FILES):
        self.servers = servers

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix='sheaf-nginx-')
        self.port = free_port()
        os.makedirs(f'{self.folder}/www/put')
        # nginx gives up root for a user that could not read this folder.
        user = 'user root;' if os.geteuid() == 0 else ''
        with open(f'{self.folder}/nginx.conf', 'w') as file:
            servers = self.servers.format(folder=self.folder, port=self.port)
            file.write(CONFIGURATION.format(folder=self.folder, user=user, servers=servers))
        binary = shutil.which('nginx') or '/usr/sbin/nginx'
        self.process = subprocess.Popen(
            [binary, '-p', self.folder, '-c', f'{self.folder}/nginx.conf'], stderr=subprocess.DEVNULL
        )
        self.wait_until_ready()
        return self

    def wait_until_ready(self):
        for _ in range(1000):
            try:
                socket.create_connection(('127.0.0.1', self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError('nginx did not start')

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def url(self):
        return f'http://127.0.0.1:{self.port}'

    def publish(self, name, body):
        """Serves `body` as a file; returns its address."""
        with open(f'{self.folder}/www/{name}', 'wb') as file:
            file.write(body)
        return f'{self.url}/{name}'
