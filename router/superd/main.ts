import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { NOTICE_PREFIX, READY_LINE } from '../drivers/superd/output.ts'
import { Invalid } from '../errors.ts'
import { openBus } from '../events/bus.ts'
import { systemClock } from '../machine/clock.ts'
import {
  diskSpace,
  listDirectories,
  makeDirectory,
  readFile,
  removeDirectory,
  removeFile,
  writeFile,
} from '../machine/linux/files.ts'
import { httpsGet } from '../machine/linux/httpsget.ts'
import { lookUpSystem } from '../machine/linux/lookup.ts'
import { outcome, spawn } from '../machine/linux/process.ts'
import { fileTree } from '../machine/linux/tree.ts'
import { requestUnix } from '../machine/linux/unixrequest.ts'
import { serve } from '../model/operation.ts'
import { superdSocket } from '../model/plugins/superd/contract.ts'
import { phrase } from '../phrases/phrase.ts'
import { openSocketApi } from '../servers/http/sockets.ts'
import { openRunner } from './compose/runner.ts'
import { machineEngine, ownEngine } from './dockerd.ts'
import { clone } from './git.ts'
import { removeAbandonedGroups } from './groups.ts'
import { superdHandlers } from './handlers.ts'
import type { SuperdMachine } from './machine.ts'
import { openProjects } from './projects.ts'
import { openRegistry } from './registry.ts'
import { openSavedProjects } from './state.ts'
import { openSupervision } from './supervision.ts'
import { tagsOfImage } from './tags.ts'
import { undoInterrupted } from './update.ts'

/** superd: the only process of the router that controls the container engine. The router starts it. */

const PARENT_POLL_MS = 2000

const print = (line: string): void => void process.stdout.write(`${line.replaceAll(/[\r\n]+/g, ' ')}\n`)

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      engine: { type: 'string' },
      authorities: { type: 'string' },
      'router-version': { type: 'string', default: '' },
    },
  })
  const { data, engine, authorities, 'router-version': version } = values
  if (!data) throw new Error('--data is missing')
  const machine: SuperdMachine = {
    clock: systemClock,
    ...{ outcome, spawn, requestUnix, readFile, writeFile, listDirectories, makeDirectory },
    ...{ removeFile, removeDirectory, diskSpace, tree: fileTree },
  }
  await using opened = new AsyncDisposableStack()
  const directory = `${data}/state/plugins/superd`
  machine.makeDirectory(directory)
  const state = openSavedProjects(machine, directory)
  const registry = openRegistry(machine, directory)
  const id = createHash('sha256').update(data).digest('hex').slice(0, 8)
  const host = opened.use(
    engine
      ? machineEngine({ machine, socket: engine })
      : ownEngine({
          machine,
          data: `${directory}/engine`,
          run: `/run/sallyport-${id}`,
          cgroup: `sallyport-${id}`,
          isRoot: isRoot(machine),
          onLine: print,
        }),
  )
  undoInterrupted(machine, data)
  if (isRoot(machine)) await removeAbandonedGroups(machine)
  const projects = openProjects({
    ...{ machine, data, host, state, note: print },
    runner: openRunner({ machine, socket: host.socket, directory: `${directory}/compose` }),
    clone: (source, target) => clone({ machine, authorities }, source, target),
    login: registry.loginFor,
  })
  opened.use(
    openSupervision({
      ...{ machine, data, engine: host.engine, state, projects, note: print },
      notify: (notice) => print(`${NOTICE_PREFIX}${JSON.stringify(notice)}`),
    }),
  )
  const bus = openBus((error) => print(String(error)))
  bus.subscribe('log:api', ({ msg }) => print(msg))
  const addresses = async (url: string): Promise<readonly string[]> => {
    const found = await lookUpSystem(new URL(url).hostname)
    if (found.length === 0) throw new Invalid(phrase('plugins.repositoryHostUnresolved', url), 'url')
    return found
  }
  const tags = (image: string): Promise<string[]> => {
    const trusted = authorities === undefined ? undefined : machine.readFile(authorities)
    const limits = { authorities: trusted === undefined ? [] : [trusted], timeoutMs: 20_000, mostBytes: 4 << 20 }
    return tagsOfImage({ get: (wanted) => httpsGet({ ...wanted, ...limits }), login: registry.loginFor }, image)
  }
  const handlers = superdHandlers({ projects, host, state, registry, version, addresses, tags })
  opened.use(
    await openSocketApi({
      ...{ machine, bus, path: `${directory}/socket`, mode: 0o600 },
      operations: serve(superdSocket, handlers),
    }),
  )
  // The router may be another user.
  const give = ['chown', '--no-dereference', '--reference', data, `${directory}/socket`]
  if (isRoot(machine)) await machine.outcome(give, { input: '', timeoutMs: 10_000, mostBytes: 1000 })
  print(READY_LINE)

  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  // Its parent was killed: the router starts another superd.
  const parent = process.ppid
  // Not cleared: the timers of the clock do not keep the process running while the engine is stopped.
  setInterval(() => process.ppid !== parent && end(), PARENT_POLL_MS)
  process.stdout.on('error', end)
  for (const [composeFile, { Running }] of Object.entries(state.projects()))
    if (Running)
      void projects.start(composeFile).catch((error: Error) => print(`${composeFile} is not started: ${error.message}`))
  await ended
}

/** Within a user namespace, user 0 is no administrator of the machine. user_namespaces(7). */
const isRoot = (machine: SuperdMachine): boolean =>
  process.getuid?.() === 0 && /^\s*0\s+0\s+4294967295/.test(machine.readFile('/proc/self/uid_map') ?? '')

if (import.meta.main)
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      print(`superd: ${error instanceof Error ? error.message : String(error)}`)
      process.exit(1)
    },
  )
