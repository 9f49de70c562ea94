import type { Bus } from '../../events/bus.ts'
import type { Machine } from '../../machine/machine.ts'
import type { ServedOperation } from '../../model/operation.ts'
import { phrase } from '../../phrases/phrase.ts'
import { STATUS } from '../../wire/http.ts'
import { newApp, sendMessage } from './app.ts'
import { openListener } from './listen/listener.ts'
import { mount } from './routes.ts'

export interface SocketApiDeps {
  readonly machine: Pick<Machine, 'clock' | 'removeFile'>
  readonly bus: Bus
  readonly operations: readonly ServedOperation[]
  readonly path: string
  /** 0o600 for root's helpers alone, 0o660 for a group's. */
  readonly mode: number
}

/** Operations on a separate unix socket, without sign-in: the permissions of the file decide who may call. */
export async function openSocketApi({ machine, bus, operations, path, mode }: SocketApiDeps): Promise<AsyncDisposable> {
  const app = newApp({ bus, clock: machine.clock })
  await using opened = new AsyncDisposableStack()
  opened.defer(() => app.close())
  app.decorateRequest('caller', { getter: () => ({ name: 'console', kind: 'console', address: '127.0.0.1' }) as const })
  app.decorateRequest('demandStillGood', () => {})
  mount(app, operations)
  app.setNotFoundHandler((_request, reply) => sendMessage(reply, STATUS.notFound, phrase('request.pathUnknown')))
  await app.ready()
  machine.removeFile(path)
  opened.use(await openListener({ onRequest: app.routing, clock: machine.clock, kind: 'console', at: { path, mode } }))
  const open = opened.move()
  return { [Symbol.asyncDispose]: () => open.disposeAsync() }
}
