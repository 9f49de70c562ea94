import type { ListedPlugin } from '../../../router/model/plugins/installed/plugin.ts'
import { BASE_IMAGE } from '../../guests/containers.ts'
import type { Files } from '../../guests/git.ts'

/** Answers a request on the standard input: the pages, or the answer of the program. */
const SERVER = `#!/bin/sh
read -r method path rest
type=text/plain
case "$path" in
  /) type=text/html; file=/pages/index.html ;;
  /static/app.js*) type=text/javascript; file=/pages/app.js ;;
  /crash) kill 1 ;;
  *) file=/pages/answer ;;
esac
printf 'HTTP/1.0 200 OK\\r\\nContent-Type: %s\\r\\n\\r\\n' "$type"
cat "$file"
`
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sample</title><main><h1>Sample</h1><p id="answer">…</p></main>
<script src="static/app.js"></script></html>`
const SCRIPT = `addEventListener('message', async ({ data, source }) => {
  if (source !== parent || data.type !== 'plugin-ui:session') return
  document.documentElement.style.colorScheme = data.colorScheme
  const call = (path) => fetch(path, { headers: { Authorization: 'Bearer ' + data.token } })
  const own = await (await call('/plugins/sample/answer')).text()
  const other = (await call('/devices')).status
  document.getElementById('answer').textContent = own.trim() + ', others ' + other
})
parent.postMessage({ type: 'plugin-ui:ready' }, '*')
`

/** The files of a plugin with pages, whose service has these further lines. */
export const sample = (lines: readonly string[] = []): Files => ({
  'plugin.json': JSON.stringify({
    Name: 'sample',
    URI: 'sample',
    HasUI: true,
    InstallTokenPath: '/configs/plugins/sample/api-token',
    ScopedPaths: ['/devices:r', '/dns:rw'],
    NetworkCapabilities: { Policies: ['wan', 'dns', 'lan'], Groups: ['media'] },
  }),
  Dockerfile: `FROM ${BASE_IMAGE}\nCOPY pages /pages\nCOPY start.sh serve.sh /\nCMD ["/bin/sh", "/start.sh"]\n`,
  'start.sh': "exec socat UNIX-LISTEN:/state/socket,fork,unlink-early EXEC:'/bin/sh /serve.sh'\n",
  'serve.sh': SERVER,
  'pages/index.html': PAGE,
  'pages/app.js': SCRIPT,
  'pages/answer': 'the sample answers\n',
  'docker-compose.yml': [
    'services:',
    '  sample:',
    '    build: .',
    '    init: true',
    `    volumes: ["\${SUPERDIR}state/plugins/sample:/state"]`,
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n'),
})

/** The plugin as the router lists it. */
export const entryOf = async (router: { api(path: string): Promise<unknown> }) =>
  ((await router.api('/plugins_api/')) as ListedPlugin[]).find(({ Name }) => Name === 'sample')
