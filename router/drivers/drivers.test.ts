import { fakeMachine } from '../machine/fake.ts'
import { linksSuite, vlanSuite } from './links/suite.fixture.ts'
import { type Bench, driverSuite } from './suite.fixture.ts'

const open = async (): Promise<Bench> => {
  const machine = fakeMachine()
  return {
    machine,
    plug: async (link) => machine.ip.plug(link),
    unplug: async (link) => machine.ip.unplug(link),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

driverSuite('fake machine', open)
linksSuite('fake machine', open)
vlanSuite('fake machine', open)
