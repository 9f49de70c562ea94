import { unlinkSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findRouter } from '../router.ts'
import { addPeer, listPeers, removePeer } from './peers.ts'
import { renderQr } from './qr.js'
import { reserve } from './reserve.ts'
import { tableOf } from './table.ts'

const USAGE = `usage: sallyport vpn add <name> [--home-only] [--policies wan,dns] [--groups G,G] [--tags T,T]
                              [--endpoint HOST:PORT] [--file FILE]
       sallyport vpn list
       sallyport vpn remove <name>

  --home-only   only traffic to the home goes through the tunnel; by default all traffic does
  --policies    what the device may do: by default wan,dns, or dns with --home-only
  --endpoint    the public name or address of the router, by default the one of its settings or its uplink
  --file FILE   write the configuration to a new file, for a computer, and show no QR code
  --data DIR    the data directory of a router on this machine
  --url URL     the address of a router elsewhere; the password is asked for, or SALLYPORT_ADMIN_PASSWORD or SALLYPORT_TOKEN`

const list = (text: string | undefined): string[] | undefined => text?.split(',').flatMap((word) => word.trim() || [])

async function command(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      'home-only': { type: 'boolean', default: false },
      policies: { type: 'string' },
      groups: { type: 'string' },
      tags: { type: 'string' },
      endpoint: { type: 'string' },
      file: { type: 'string' },
      data: { type: 'string' },
      url: { type: 'string' },
    },
  })
  const [verb, name = '', ...more] = positionals
  const isComplete = verb === 'list' ? name === '' : (verb === 'add' || verb === 'remove') && name.trim() !== ''
  if (!isComplete || more.length > 0) throw new Error(USAGE)
  const router = await findRouter(values, process.env)
  if (verb === 'list') {
    const status = (await router.call('GET', '/plugins/wireguard/status')) as object
    const peers = await listPeers(router)
    if (peers.length === 0) console.log('no VPN devices yet; add one with: sallyport vpn add <name>')
    else console.log(tableOf(peers, Object.keys(status).length > 0, Date.now()))
  } else if (verb === 'remove') {
    await removePeer(router, name)
    console.log(`${name} is removed; its connections are closed`)
  } else {
    const through = values['home-only'] ? 'home' : 'all'
    const add = () =>
      addPeer(router, {
        name: name.trim(),
        through,
        policies: list(values.policies) ?? (through === 'all' ? ['wan', 'dns'] : ['dns']),
        groups: list(values.groups) ?? [],
        tags: list(values.tags) ?? [],
        endpoint: values.endpoint,
      })
    if (values.file === undefined) show(await add(), name)
    else await save(values.file, add)
  }
}

/** Writes the configuration into a new file that only its owner can read. An existing file is kept, and nothing is added then. */
async function save(path: string, add: () => Promise<string>): Promise<void> {
  reserve(path)
  try {
    writeFileSync(path, await add())
  } catch (error) {
    unlinkSync(path)
    throw error
  }
  console.log(`the configuration is in ${path}; import it with the WireGuard app, or: wg-quick up ${path}`)
}

export function show(text: string, name: string): void {
  console.log(renderQr(text, { colored: process.stdout.isTTY }))
  console.log(`Scan this code with the WireGuard app on ${name}. It contains the private key and is not shown again.`)
}

command(process.argv.slice(2)).catch((error: Error) => {
  process.stderr.write(`sallyport: ${error.message}\n`)
  process.exit(1)
})
