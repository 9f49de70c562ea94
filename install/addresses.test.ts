import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staticAddressOf } from './addresses.ts'
import { openSystem, type System } from './system.ts'

/** A machine whose ip(8) shows these default routes and addresses of a link. */
function machine(routes: readonly object[], addresses: readonly object[]): System {
  return {
    ...openSystem(),
    run(argv) {
      const shown = argv.includes('route') ? routes : [{ ifname: 'eth0', addr_info: addresses }]
      return { status: 0, stdout: JSON.stringify(shown), output: '' }
    },
  }
}

const ROUTE = { dst: 'default', gateway: '198.51.100.1', dev: 'eth0' }
const STATIC = { family: 'inet', local: '198.51.100.7', prefixlen: 24, scope: 'global' }

test('the static address in the network of the provider’s router is kept', () => {
  const second = { ...STATIC, local: '10.19.0.5', prefixlen: 16 }
  assert.deepEqual(staticAddressOf(machine([ROUTE], [second, STATIC]), 'eth0'), {
    link: 'eth0',
    address: '198.51.100.7/24',
    router: '198.51.100.1',
  })
})

test('an address of a lease, or without a default route in its network, is not static', () => {
  assert.equal(staticAddressOf(machine([ROUTE], [{ ...STATIC, dynamic: true }]), 'eth0'), undefined)
  assert.equal(staticAddressOf(machine([], [STATIC]), 'eth0'), undefined)
  assert.equal(staticAddressOf(machine([{ dst: 'default', dev: 'eth0' }], [STATIC]), 'eth0'), undefined)
  assert.equal(staticAddressOf(machine([{ ...ROUTE, gateway: '198.51.101.1' }], [STATIC]), 'eth0'), undefined)
})
