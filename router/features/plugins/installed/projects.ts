import type { Core } from '../../../core.ts'
import { Invalid, orUndefined } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { ALLOWED_FILE, inData, socketDirectory } from '../../../model/plugins/installed/paths.ts'
import type { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import {
  ALLOWED,
  type AllowedProject,
  DEFAULT_PLUGIN_LIMITS,
  type Superd,
} from '../../../model/plugins/installed/superd.ts'
import { phrase } from '../../../phrases/phrase.ts'
import type { Facts } from '../../../store/facts.ts'
import type { Entry } from '../../../store/table.ts'
import { withVersion } from '../../../store/versions.ts'

/** Between attempts to start a plugin that could not be started. */
const RETRY_MS = 60_000

interface Deps extends Pick<Core, 'facts' | 'clock' | 'data' | 'onFailure' | 'bus'> {
  readonly machine: Pick<Machine, 'readFile' | 'writeFile' | 'makeDirectory'>
  readonly superd: Superd
}

/** The containers of plugins. */
export interface PluginContainers extends Disposable {
  /** Starts and stops containers after a change of a plugin. Throws like `Superd`. */
  follow(before: KeptPlugin | undefined, after: KeptPlugin): Promise<void>
  restart(plugin: KeptPlugin): Promise<void>
  /** Removes containers, and the directory of a plugin that was installed from a repository. */
  remove(plugin: KeptPlugin): Promise<void>
  /** To be called with every committed change. */
  learn(entries: readonly Entry[]): void
}

/** The compose files that superd runs, with the rights that the owner has confirmed. */
const allowedProjects = (facts: Facts): AllowedProject[] =>
  facts.setting('composePaths').map((ComposeFile) => {
    const plugin = [...facts.plugins.values()].find((one) => one.ComposeFilePath === ComposeFile)
    const Rights = (plugin?.Rights ?? []).map(({ Service, Text, Kind }) => ({ Service, Text, Kind }))
    return { ComposeFile, Name: plugin?.Name ?? '', Rights }
  })

/**
 * Runs the containers of enabled plugins through superd. They are started with the router; one that cannot be started is tried
 * again every minute.
 */
export function openPluginContainers({ facts, clock, bus, machine, superd, data, onFailure }: Deps): PluginContainers {
  /** Enabled plugins that do not run, by key. */
  const failed = new Set<string>()
  /** Those whose failure was published. */
  const complained = new Set<string>()
  let timer: Disposable | undefined
  let closed = false
  const allowedFile = inData(data, ALLOWED_FILE)
  let saved = machine.readFile(allowedFile)

  function saveAllowed(): void {
    const text = `${JSON.stringify(withVersion(ALLOWED, { Projects: allowedProjects(facts) }), undefined, 2)}\n`
    if (text === saved) return
    machine.writeFile(allowedFile, text, 0o600)
    saved = text
  }
  /** On a full disk the list stays as it was, and is saved before the next start of a plugin. */
  function trySaveAllowed(): void {
    try {
      saveAllowed()
    } catch (error) {
      onFailure('the compose files of plugins could not be listed', error)
    }
  }

  async function start(plugin: KeptPlugin): Promise<void> {
    saveAllowed()
    const { Interface, Subnet } = plugin.NetworkCapabilities
    machine.makeDirectory(inData(data, socketDirectory(plugin.Name)))
    await superd.start(plugin.ComposeFilePath, {
      network: { Bridge: Interface, Subnet },
      limits: DEFAULT_PLUGIN_LIMITS,
    })
  }

  const runs = ({ Enabled, ComposeFilePath }: KeptPlugin): boolean => Enabled && ComposeFilePath !== ''

  /** Starts enabled plugins that do not run. */
  async function recover(): Promise<void> {
    for (const key of [...failed]) {
      const plugin = facts.plugins.get(key)
      if (closed) return
      if (!plugin || !runs(plugin)) failed.delete(key)
      else await attempt(key, plugin)
    }
    if (failed.size > 0 && !closed) timer = clock.after(RETRY_MS, () => void recover())
  }

  async function attempt(key: string, plugin: KeptPlugin): Promise<void> {
    const ComposeFile = plugin.ComposeFilePath
    try {
      await start(plugin)
      failed.delete(key)
      if (!complained.delete(key)) return
      bus.publish('plugin:docker:remediation', { Reason: 'start', Message: 'The plugin was started.', ComposeFile })
    } catch (error) {
      if (complained.has(key)) return
      complained.add(key)
      const Message = error instanceof Error ? error.message : String(error)
      bus.publish('plugin:docker:failure', { Reason: 'start', Message, ComposeFile })
    }
  }
  trySaveAllowed()
  for (const [key, plugin] of facts.plugins) if (runs(plugin)) failed.add(key)
  if (failed.size > 0) void recover()

  return {
    async follow(before, after) {
      const moved = before && before.ComposeFilePath !== after.ComposeFilePath
      if (before && runs(before) && (moved || !runs(after))) await superd.stop(before.ComposeFilePath)
      if (runs(after) && (!before || !runs(before) || moved)) await start(after)
    },
    async restart(plugin) {
      if (plugin.ComposeFilePath === '') throw new Invalid(phrase('plugins.containersNotRunByRouter', plugin.Name))
      if (!plugin.Enabled) throw new Invalid(phrase('plugins.pluginDisabled', plugin.Name))
      saveAllowed()
      await superd.restart(plugin.ComposeFilePath)
    },
    async remove({ ComposeFilePath }) {
      if (ComposeFilePath === '') return
      // Without a container engine there are no containers, and superd removes what is left when it starts again.
      await superd.remove(ComposeFilePath).catch(orUndefined)
    },
    learn(entries) {
      if (entries.some(({ table, key }) => table === 'plugins' || (table === 'settings' && key === 'composePaths')))
        trySaveAllowed()
    },
    [Symbol.dispose]() {
      closed = true
      timer?.[Symbol.dispose]()
    },
  }
}

/** Whether there is a reason to ask superd, which is started with the first call. */
export const hasContainers = (facts: Pick<Facts, 'plugins' | 'setting'>): boolean =>
  facts.plugins.size > 0 || facts.setting('composePaths').length > 0
