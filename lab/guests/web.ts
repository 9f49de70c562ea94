import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Authority } from '../home/authority.ts'
import type { Namespace } from '../home/namespace.ts'
import type { Program } from '../process/program.ts'
import { until } from '../process/until.ts'
import { PRIVATE_HOST, WEB } from './addresses.ts'

const PAGES = {
  'index.html': '<!doctype html><title>www.test</title><p>The virtual internet is up.\n',
  'ads.txt': '# A block list, in the hosts format\n0.0.0.0 ads.test\n0.0.0.0 tracker.ads.test\n',
  'domains.txt': 'ads.test\ntracker.ads.test\n',
}

/** nginx: pages over HTTP and HTTPS, a page that says who is asking, a large file, and a server on the private host. Who fetches lists is written down. */
export async function startWeb(namespace: Namespace, authority: Authority): Promise<Program> {
  const at = (name: string) => join(namespace.dir, 'web', name)
  mkdirSync(at('pages/lists'), { recursive: true })
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(at(`pages/${name}`), text)
  writeFileSync(at('pages/large'), Buffer.alloc(4 << 20, 'sallyport '))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${at(name)};`)
  // One process that does not change its user, which also works in a user namespace.
  writeFileSync(
    at('nginx.conf'),
    `user root; daemon off; master_process off; pid ${at('pid')}; error_log stderr notice;
events { worker_connections 512; }
http {
  log_format lists '$uri $status'; access_log off; default_type text/plain; ${temporary.join(' ')}
  server {
    listen ${WEB}:80; listen ${WEB}:443 ssl;
    ssl_certificate ${authority.certificate}; ssl_certificate_key ${authority.key};
    root ${at('pages')};
    location = /whoami { return 200 "$remote_addr\\n"; }
    location ^~ /lists/ { access_log ${at('lists.log')} lists; }
    location = /loop { return 302 /loop; }
    location = /into-the-home { return 302 http://${PRIVATE_HOST}/; }
    location = /slow { alias ${at('pages/large')}; limit_rate 16k; }
  }
  server { listen ${PRIVATE_HOST}:80; return 200 "a private page\\n"; }
}
`,
  )
  const nginx = namespace.start(['nginx', '-p', at(''), '-c', at('nginx.conf'), '-e', 'stderr'])
  await until(
    'the web server',
    async () => {
      if (!nginx.running) throw new Error(`nginx ended: ${nginx.lines.join('\n')}`)
      return (await namespace.outcome(['curl', '-s', '-o', '/dev/null', `http://${WEB}/`])).code === 0
    },
    60_000,
  )
  return nginx
}
