import { isRouter } from '../compiler/ends.ts'
import { openSuperd } from '../drivers/superd/superd.ts'
import { superdCommand } from '../machine/place.ts'
import type { Superd } from '../model/plugins/installed/superd.ts'
import type { Base } from './base.ts'
import type { Enforcement } from './enforcement.ts'

/** The client of superd, which runs as a separate process from the first call on. */
export function startSuperd(
  { machine, options, log }: Base,
  { bus, resolver, network }: Pick<Enforcement, 'bus' | 'resolver' | 'network'>,
): Superd & AsyncDisposable {
  const { data, docker, version, authorities } = options
  const directory = `${data}/state/plugins/superd`
  const bundle = `${directory}/authorities.pem`
  function writeFiles(): void {
    machine.makeDirectory(directory)
    if (authorities.length === 0) return
    const text = machine.authorityBundle(authorities)
    if (machine.readFile(bundle) !== text) machine.writeFile(bundle, text, 0o600)
  }
  const flags = [
    ...['--data', data, '--router-version', version],
    ...(docker === undefined ? [] : ['--engine', docker]),
    ...(authorities.length > 0 ? ['--authorities', bundle] : []),
  ]
  return openSuperd({
    machine,
    argv: [...(options.superd ?? superdCommand()), ...flags],
    socket: `${directory}/socket`,
    writeFiles,
    resolve: async (domain) => (await resolver.lookUp(domain))?.ips,
    isRouter: (ip) => isRouter(network(), ip),
    onLine: (line) => log.note(`superd: ${line}`),
    onNotice: ({ Kind, ComposeFile, Service, Reason }) =>
      bus.publish('plugin:docker:failure', {
        Reason: Kind,
        Message: Service ? `${Service}: ${Reason}` : Reason,
        ComposeFile,
      }),
  })
}
