import { stripTypeScriptTypes } from 'node:module'
import { Unavailable } from '../../../errors.ts'
import type { Machine } from '../../../machine/machine.ts'
import { routerFile } from '../../../machine/place.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type SandboxCommand, scriptSandbox, strippingSandbox } from './sandbox.ts'

/** The sandboxes of this machine. They throw `Unavailable` on other processors. */
export interface Sandboxes {
  script(): SandboxCommand
  stripping(): SandboxCommand
}

/** The programs that run in them are read once, without their types: the sandbox has no WebAssembly to remove them. */
export function openSandboxes(machine: Pick<Machine, 'readFile'>): Sandboxes {
  const programs = new Map<string, string>()
  const program = (name: string): string => {
    const known = programs.get(name)
    if (known !== undefined) return known
    const text = machine.readFile(routerFile(`features/messages/automations/${name}.ts`))
    if (text === undefined) throw new Unavailable(phrase('messages.automationFileMissing', name))
    const stripped = stripTypeScriptTypes(text)
    programs.set(name, stripped)
    return stripped
  }
  const runtime = () => {
    const { arch, execPath: node } = process
    if (arch !== 'x64' && arch !== 'arm64') throw new Unavailable(phrase('messages.processorUnsupported', arch))
    return { arch, node } as const
  }
  return {
    script: () => scriptSandbox(runtime(), program('program')),
    stripping: () => strippingSandbox(runtime(), program('stripping')),
  }
}
