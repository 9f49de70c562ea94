import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVICE_IDS, SERVICES, serviceOf, servicePortsOf, typeTitle } from './service.ts'

test('the ports of a service are those that the device announces for it, or else the usual ones', () => {
  const usual = [631, 9100, 515].map((Port) => ({ Protocol: 'tcp', Port }))
  assert.deepEqual(servicePortsOf('printing', []), usual)
  assert.deepEqual(servicePortsOf('printing', [{ Type: '_http._tcp', Port: 80 }]), usual)
  const announced = [
    { Type: '_ipp._tcp', Port: 631 },
    { Type: '_ipps._tcp', Port: 631 },
    { Type: '_http._tcp', Port: 8080 },
  ]
  assert.deepEqual(servicePortsOf('printing', announced), [{ Protocol: 'tcp', Port: 631 }])
  assert.deepEqual(servicePortsOf('web', announced), [{ Protocol: 'tcp', Port: 8080 }])
})

test('a type belongs to one service', () => {
  const types = SERVICE_IDS.flatMap((id) => Object.keys(SERVICES[id].types))
  assert.equal(new Set(types).size, types.length)
  for (const type of types) assert.match(type, /^_[a-z0-9-]{1,15}\._(tcp|udp)$/)
  assert.deepEqual([serviceOf('_ipp._tcp'), typeTitle('_ipp._tcp')], ['printing', 'IPP (AirPrint)'])
  assert.deepEqual([serviceOf('toString'), typeTitle('_sleep-proxy._udp')], [undefined, undefined])
})
