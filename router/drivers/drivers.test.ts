import { fakeMachine } from '../machine/fake.ts'
import { driverSuite } from './suite.ts'

driverSuite('fake machine', async () => {
  const machine = fakeMachine()
  return {
    machine,
    plug: async (link) => machine.ip.plug(link),
    unplug: async (link) => machine.ip.unplug(link),
    [Symbol.asyncDispose]: async () => undefined,
  }
})
