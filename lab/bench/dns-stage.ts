import { join } from 'node:path'
import type { Router } from '../guests/router.ts'
import { type Authority, openAuthority } from '../home/authority.ts'
import { startUpstream } from './dns-servers.ts'
import { openStage, place, routeOurs, SERVER, type Stage } from './stage.ts'

/** A stage with our router, whose upstream resolver is on the server. */
export interface DnsStage {
  readonly stage: Stage
  readonly router: Router
  /** A folder that the server also serves by HTTP. */
  readonly dir: string
  readonly authority: Authority
}

export async function openDnsStage(name: string, flags: readonly string[] = []): Promise<DnsStage> {
  const stage = await openStage(name)
  const dir = place(name)
  const authority = await openAuthority(join(dir, 'authority'))
  await startUpstream(stage.server, dir, authority)
  const router = await routeOurs(stage, name, flags, authority)
  await router.api('/dnsSettings', { UpstreamIPAddress: SERVER, UpstreamTLSHost: '', TlsDisable: true })
  return { stage, router, dir, authority }
}
