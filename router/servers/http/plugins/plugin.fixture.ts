import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openUiSessions } from '../../../features/plugins/installed/uisessions.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import { connectUnix } from '../../../machine/unixsocket.ts'
import { KeptPlugin } from '../../../model/plugins/installed/plugin.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import type { HttpDeps } from '../server.ts'
import { openTrial } from '../trial.fixture.ts'

export const pluginRow = (Name: string, rest: object = {}): KeptPlugin =>
  KeptPlugin.parse({
    ...{ Name, URI: Name, UnixPath: `/state/plugins/${Name}/socket`, Enabled: true, HasUI: true },
    ...{ Rights: [], Revision: '', TokenKey: '' },
    ...rest,
  })

/** A server with plugins on Unix sockets in a temporary directory. */
export async function openPluginTrial(needs: Partial<Pick<HttpDeps, 'webRoot' | 'operations'>> = {}) {
  const data = mkdtempSync(join(tmpdir(), 'plugins-'))
  const stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(data, { recursive: true, force: true }))
  const memory = openMemoryFacts({ setup: { done: true } })
  const clock = openSteppedClock()
  const uiSessions = openUiSessions({ facts: memory.facts, clock })
  const { watch } = memory
  const trial = stack.use(
    await openTrial({
      ...needs,
      memory,
      clock,
      uiSessions,
      plugins: { machine: { connectUnix }, data, uiSessions, watch },
    }),
  )
  const directory = (name: string) => join(data, 'state/plugins', name)

  return {
    ...trial,
    ...memory,
    uiSessions,
    data,
    directory,
    /** Adds an enabled plugin, and the program behind it. */
    async add(name: string, program: RequestListener | Server, rest: object = {}): Promise<Server> {
      mkdirSync(directory(name), { recursive: true })
      const server = typeof program === 'function' ? createServer(program) : program
      await new Promise<void>((resolve) => server.listen(join(directory(name), 'socket'), resolve))
      stack.defer(() => {
        server.closeAllConnections()
        server.close()
      })
      await memory.change((draft) => draft.plugins.put(name.toLowerCase(), pluginRow(name, rest)))
      return server
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
