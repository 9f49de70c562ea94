import { mkdirSync, rmSync } from 'node:fs'
import { startTailscaled } from './daemon.ts'
import { openLocalApi } from './localapi.ts'
import { createPlugin } from './server.ts'

/** The directory of the plugin on the router, which is mounted at the same path. */
const STATE = '/state/plugins/tailscale'
const SOCKET = `${STATE}/socket`
const TOKEN_FILE = '/configs/plugins/tailscale/api-token'
/** In memory, and not in a directory of the router. */
const TAILSCALED = '/run/tailscaled.sock'

// For the keys of the node: only this user may read them.
process.umask(0o077)
mkdirSync(`${STATE}/tailscaled`, { recursive: true })
startTailscaled(`${STATE}/tailscaled`, TAILSCALED)
rmSync(SOCKET, { force: true })
createPlugin(openLocalApi(TAILSCALED), { tokenFile: TOKEN_FILE }).listen(SOCKET)
