import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCollectingBus } from '../../../events/collect.fixture.ts'
import type { RadioEvent } from '../../../model/wifi/radios/accesspoint.ts'
import { announceRadios } from './announce.ts'

test('states of an access point, changes of its channel, and radar are published', () => {
  const { bus, published } = openCollectingBus()
  const listeners: ((event: RadioEvent) => void)[] = []
  announceRadios({ listen: (listener) => void listeners.push(listener) }, bus)
  const happens = (event: RadioEvent): void => listeners[0]?.(event)
  const own = { kind: 'event', radio: 'wlan0', network: 'wlan0' } as const
  happens({ kind: 'state', radio: 'wlan0', state: 'failed', reason: 'the country is missing' })
  happens({ ...own, event: { kind: 'radar', frequency: 5260 } as never })
  happens({ ...own, event: { kind: 'channel' } as never })
  happens({ ...own, network: 'wlan0.w2', event: { kind: 'channel' } as never })
  happens({ kind: 'running', radio: 'wlan0', networks: ['wlan0'] })
  assert.deepEqual(published, [
    ['wifi:radio:state', { Iface: 'wlan0', State: 'failed', Reason: 'the country is missing' }],
    ['wifi:radio:radar', { Iface: 'wlan0', Channel: 52, Frequency: 5260 }],
    ['wifi:radio:state', { Iface: 'wlan0', State: 'channel', Reason: '' }],
  ])
})
