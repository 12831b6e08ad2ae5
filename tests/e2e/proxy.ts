import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const START_TIMEOUT_MS = 10_000

export interface ProxyOptions {
  nginx: string
  /** The port for https. */
  port: number
  /** The port of the site behind it. */
  sitePort: number
  /** The address from which it calls the site. */
  ownAddress: string
}

/** Starts an nginx that terminates TLS and forwards `/spots/` without rewriting, as the documentation recommends. */
export async function startProxy({ nginx, port, sitePort, ownAddress }: ProxyOptions): Promise<AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-nginx-'))
  makeCertificate(folder)
  writeFileSync(join(folder, 'nginx.conf'), writeConfig({ folder, port, sitePort, ownAddress }))
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
  const ended = new Promise((settle) => child.once('exit', settle))
  await waitForPort(port)
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificate(folder: string): void {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...key, ...subject, ...files], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`)
}

function writeConfig({ folder, port, sitePort, ownAddress }: Omit<ProxyOptions, 'nginx'> & { folder: string }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  // Started by root, nginx runs as another user who cannot write to root's folders.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `
daemon off;
${user}
worker_processes 1;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate certificate.pem;
    ssl_certificate_key key.pem;
    client_max_body_size 128m;
    location /spots/ {
      proxy_pass http://127.0.0.1:${sitePort};
      proxy_bind ${ownAddress};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $http_connection;
    }
  }
}
`
}

async function waitForPort(port: number): Promise<void> {
  const late = Date.now() + START_TIMEOUT_MS
  while (!(await responses(port))) {
    if (Date.now() > late) throw new Error('nginx did not start.')
    await sleep(50)
  }
}

function responses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
