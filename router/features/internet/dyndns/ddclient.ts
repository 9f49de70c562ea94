import type { Core } from '../../../core.ts'
import type { Machine } from '../../../machine/machine.ts'
import { type Account, configuration } from '../../../model/internet/dyndns/configuration.ts'
import type { DynDnsName } from '../../../model/internet/dyndns/settings.ts'
import type { Ip } from '../../../values/ip.ts'
import { failureIn, passing, type UpdateFailure } from './reason.ts'
import { OUTCOME_TIMEOUT_MS, type SandboxFiles, sandboxed } from './sandbox.ts'

/** Of each output stream of ddclient. */
const MOST_OUTPUT = 256 << 10

interface Deps extends Pick<Core, 'resolve' | 'authorities'> {
  readonly machine: Pick<Machine, 'outcome' | 'readFile' | 'writeFile' | 'makeDirectory' | 'authorityBundle'>
  /** The directory of the files that the sandbox contains. None of them is secret. */
  readonly directory: string
}

/** Sets a name of an account to an address. Returns why that failed; undefined if the provider accepted it. */
export type Publish = (account: Account, name: DynDnsName, address: Ip) => Promise<UpdateFailure | undefined>

/** Runs ddclient(8) once for each name. */
export function openDdclient({ machine, resolve, authorities, directory }: Deps): Publish {
  const files: SandboxFiles = {
    hosts: `${directory}/dyndns.hosts`,
    nsswitch: `${directory}/dyndns.nsswitch`,
    authorities: `${directory}/dyndns.pem`,
  }

  const prepare = (hosts: string): void => {
    const texts = { hosts, nsswitch: 'hosts: files\n', authorities: machine.authorityBundle(authorities) }
    machine.makeDirectory(directory)
    for (const [name, text] of Object.entries(texts)) {
      const path = files[name as keyof SandboxFiles]
      if (machine.readFile(path) !== text) machine.writeFile(path, text, 0o600)
    }
  }

  return async (account, name, address) => {
    const host = account.server.replace(/:\d+$/, '')
    let ip: Ip
    try {
      ip = await resolve(host)
    } catch (error) {
      return passing((error as Error).message)
    }
    try {
      prepare(`127.0.0.1 localhost\n${ip} ${host}\n`)
    } catch (error) {
      return passing(`a file cannot be written: ${(error as Error).message}`)
    }
    const input = configuration(account, name, address)
    return failureIn(
      await machine.outcome(sandboxed(files), { input, timeoutMs: OUTCOME_TIMEOUT_MS, mostBytes: MOST_OUTPUT }),
    )
  }
}
