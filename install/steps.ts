import { dirname } from 'node:path'
import { FALLBACK } from './places.ts'
import type { Entry, System } from './system.ts'

/**
 * One change of an installation, as data. A plan is a list of them. Each kind can be applied, and reverted with what was there before
 * (`KINDS`); what is reverted twice, or was applied in part, is no error.
 */
export type Step =
  | { readonly kind: 'sysctls' }
  | { readonly kind: 'packages'; readonly names: readonly string[] }
  | { readonly kind: 'user'; readonly name: string; readonly home: string }
  | { readonly kind: 'data'; readonly path: string; readonly owner: string }
  | { readonly kind: 'release'; readonly from: string; readonly to: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'file'; readonly path: string; readonly content: string }
  | CommandStep
  | { readonly kind: 'unit'; readonly name: string; readonly isStarted: boolean }

/** A program that is run when the plan is carried out, or when it is undone. */
interface CommandStep {
  readonly kind: 'command'
  readonly when: 'applied' | 'reverted'
  /** What it does, for the plan. */
  readonly effect: string
  readonly argv: readonly string[]
}

type StepOf<K extends Step['kind']> = Extract<Step, { readonly kind: K }>

/** What the journal keeps of a step: JSON. */
export type Kept = string | number | boolean | null | readonly Kept[] | { readonly [name: string]: Kept }

interface Kind<S extends Step> {
  /** What a person reads in the plan. */
  show(step: S): string
  /** What is there before the step is applied. */
  before(system: System, step: S): Kept
  /** Throws with the reason. What it returns is kept as well. */
  apply(system: System, step: S): Kept | undefined
  /** Restores what was there `before`. Throws with the reason. */
  revert(system: System, step: S, before: Kept, after: Kept | undefined): void
}

/** Returns what a program printed on its standard output. Throws all of its output if it failed. */
export function demand(system: System, argv: readonly string[]): string {
  const { status, output, stdout } = system.run(argv)
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${output || `failed (${status})`}`)
  return stdout
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: the format of dpkg-query(1)
const PACKAGE_LINE = '${db:Status-Abbrev} ${Package}\\n'

const installedPackages = (system: System): string[] =>
  demand(system, ['dpkg-query', '--show', '--showformat', PACKAGE_LINE])
    .split('\n')
    .filter((line) => line.startsWith('ii'))
    .map((line) => line.slice(2).trim())

/** The settings of the kernel that the router changes: the host name, and those for networks. Those of links come and go with them. */
function changedSysctls(system: System): Record<string, string> {
  const lines = system
    .run(['sysctl', '--all', '--ignore', '--pattern', '^(net\\.|kernel\\.hostname$)'])
    .stdout.split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [name, value] = line.split(/ = ?/, 2)
      return name && value !== undefined ? [[name, value.trim()]] : []
    }),
  )
}

const isEnabled = (system: System, unit: string): boolean => system.run(['systemctl', 'is-enabled', unit]).status === 0

const KINDS: { readonly [K in Step['kind']]: Kind<StepOf<K>> } = {
  sysctls: {
    show: () => "note the host name and the kernel's network settings, to restore them",
    before: changedSysctls,
    apply: () => undefined,
    revert(system, _step, before) {
      const now = changedSysctls(system)
      for (const [name, value] of Object.entries(before as Record<string, string>))
        if (now[name] !== undefined && now[name] !== value)
          system.run(['sysctl', '--quiet', '--write', `${name}=${value}`])
    },
  },

  packages: {
    show: ({ names }) => `install Debian packages: ${names.join(' ')}`,
    before: installedPackages,
    apply(system, { names }) {
      const before = new Set(installedPackages(system))
      if (!system.aptInstall(names)) throw new Error(`apt cannot install ${names.join(' ')}; its output is above`)
      return installedPackages(system).filter((name) => !before.has(name))
    },
    revert(system, { names }, before, after) {
      const had = new Set(before as readonly string[])
      // An installation that was interrupted has not noted which packages came with those that were named.
      const added = (after as readonly string[] | undefined) ?? names.filter((name) => !had.has(name))
      const present = new Set(installedPackages(system))
      const unwanted = added.filter((name) => present.has(name))
      if (unwanted.length > 0 && !system.aptPurge(unwanted))
        throw new Error('apt cannot remove the packages; its output is above')
    },
  },

  user: {
    show: ({ name }) => `create the system user ${name}`,
    before: (system, { name }) => system.run(['getent', 'passwd', name]).status === 0,
    apply(system, { name, home }) {
      if (system.run(['getent', 'passwd', name]).status === 0) return undefined
      const options = [
        '--system',
        '--user-group',
        '--no-create-home',
        '--home-dir',
        home,
        '--shell',
        '/usr/sbin/nologin',
      ]
      demand(system, ['useradd', ...options, name])
      return undefined
    },
    revert(system, { name }, before) {
      if (before === false && system.run(['getent', 'passwd', name]).status === 0) demand(system, ['userdel', name])
    },
  },

  data: {
    show: ({ path, owner }) => `create ${path} for the saved state of the router, owned by ${owner}`,
    before: (system, { path }) => system.entry(path).kind !== 'absent',
    apply(system, { path, owner }) {
      // Of an earlier installation, whose user may have had another number. Files of containers belong to other users.
      const old = system.run(['stat', '--format=%u', `${path}/state.db`])
      system.makeDirectory(path, { mode: 0o700, owner })
      if (old.status === 0)
        demand(system, [
          'find',
          path,
          '-uid',
          old.stdout,
          '-exec',
          'chown',
          '--no-dereference',
          `${owner}:${owner}`,
          '{}',
          '+',
        ])
      return undefined
    },
    // The saved state stays; `uninstall --purge` removes it. Another user may get the number of its owner.
    revert(system, { path }) {
      if (system.entry(path).kind !== 'absent') demand(system, ['chown', 'root:root', path])
    },
  },

  release: {
    show: ({ to }) => `copy the release to ${to}`,
    before: (system, { to }) => ({ existed: system.entry(to).kind !== 'absent', made: missingDirectory(system, to) }),
    apply(system, { from, to }) {
      if (from === to) return undefined
      const draft = draftOf(system, to)
      system.copyTree(from, draft)
      placeRelease(system, draft, to)
      return undefined
    },
    revert(system, { from, to }, before) {
      const { existed, made } = before as { readonly existed: boolean; readonly made: string | null }
      if (existed || from === to) return
      // Updates have added others.
      system.remove(dirname(to))
      system.remove(FALLBACK)
      if (made !== null) system.removeEmpty(made)
    },
  },

  link: {
    show: ({ path, target }) => `link ${path} to ${target}`,
    before: (system, { path }) => ({ entry: system.entry(path), made: missingDirectory(system, path) }),
    apply(system, { path, target }) {
      system.link(path, target)
      return undefined
    },
    revert: (system, { path }, before) => restore(system, path, before as unknown as Replaced),
  },

  file: {
    show: ({ path }) => `write ${path}`,
    before: (system, { path }) => ({ entry: system.entry(path), made: missingDirectory(system, path) }),
    apply(system, { path, content }) {
      system.write(path, content)
      return undefined
    },
    revert: (system, { path }, before) => restore(system, path, before as unknown as Replaced),
  },

  command: {
    show: ({ effect }) => effect,
    before: () => null,
    apply(system, { when, argv }) {
      if (when !== 'reverted') demand(system, argv)
      return undefined
    },
    revert(system, { when, argv }) {
      if (when !== 'applied') demand(system, argv)
    },
  },

  unit: {
    show: ({ name, isStarted }) => `${isStarted ? 'enable and start' : 'enable'} ${name}`,
    before: (system, { name }) => ({
      enabled: isEnabled(system, name),
      active: system.run(['systemctl', 'is-active', name]).status === 0,
    }),
    apply(system, { name, isStarted }) {
      demand(system, ['systemctl', 'enable', '--quiet', name])
      if (isStarted) demand(system, ['systemctl', 'restart', name])
      return undefined
    },
    revert(system, { name }, before) {
      const { enabled, active } = before as { readonly enabled: boolean; readonly active: boolean }
      if (!active) system.run(['systemctl', 'stop', name])
      if (!enabled) system.run(['systemctl', 'disable', '--quiet', name])
    },
  },
}

/** An empty place for the files of a release, on the file system of the releases. */
export function draftOf(system: System, release: string): string {
  const draft = `${release}.new`
  system.remove(draft)
  return draft
}

/** Puts a complete release in its place. All its files are on the disk then: a firewall that is closed needs a router that starts. */
export function placeRelease(system: System, draft: string, release: string): void {
  demand(system, ['sync', '--file-system', draft])
  system.remove(release)
  demand(system, ['mv', '--no-target-directory', draft, release])
  demand(system, ['sync', '--file-system', release])
}

/** What a file or a link replaces, and the first directory that is made for it. */
interface Replaced {
  readonly entry: Entry
  readonly made: string | null
}

/** The outermost directory of a path that does not exist; null if all do. */
function missingDirectory(system: System, path: string): string | null {
  let missing: string | null = null
  for (let at = dirname(path); system.entry(at).kind === 'absent'; at = dirname(at)) missing = at
  return missing
}

function restore(system: System, path: string, { entry, made }: Replaced): void {
  if (entry.kind === 'file') system.write(path, entry.content, entry.mode)
  else if (entry.kind === 'link') system.link(path, entry.target)
  else if (entry.kind === 'absent') system.remove(path)
  if (made !== null) system.removeEmpty(made)
}

/** Whether a step is done now, and not only when the plan is undone. */
export const isApplied = (step: Step): boolean => !(step.kind === 'command' && step.when === 'reverted')
/** Whether undoing a step does something. */
export const isReverted = (step: Step): boolean => !(step.kind === 'command' && step.when === 'applied')

const kindOf = <S extends Step>(step: S): Kind<S> => KINDS[step.kind] as unknown as Kind<S>

export const showStep = (step: Step): string => kindOf(step).show(step)
export const beforeStep = (system: System, step: Step): Kept => kindOf(step).before(system, step)
export const applyStep = (system: System, step: Step): Kept | undefined => kindOf(step).apply(system, step)
export const revertStep = (system: System, step: Step, before: Kept, after: Kept | undefined): void =>
  kindOf(step).revert(system, step, before, after)
