import assert from 'node:assert/strict'
import { isIPv6 } from 'node:net'
import { test } from 'node:test'
import { isIp } from '../../../values/ip.ts'
import { isTlsHost, readEndpoint } from './endpoint.ts'
import { Preset } from './preset.ts'
import { PRESETS } from './presets.ts'

const variants = PRESETS.flatMap((preset) => preset.Variants.map((variant) => ({ preset, variant })))

test('presets have valid addresses and names for both protocols', () => {
  for (const preset of PRESETS) assert.doesNotThrow(() => Preset.parse(preset))
  for (const { preset, variant } of variants) {
    const { Name, IPv4, IPv6, TLSHost, HTTPS } = variant
    const what = `${preset.Name} ${Name}`
    assert.ok(IPv4.length > 0 && IPv4.every(isIp), what)
    assert.ok(IPv6.length > 0 && IPv6.every((ip) => isIPv6(ip)), what)
    assert.ok(isTlsHost(TLSHost), what)
    assert.ok(readEndpoint(HTTPS), what)
  }
})

test('each preset names its source', () => {
  for (const { Name, Source, Checked, Country } of PRESETS) {
    assert.equal(new URL(Source).protocol, 'https:', Name)
    if (Checked !== undefined) assert.match(Checked, /^20\d\d-\d\d-\d\d$/, Name)
    assert.match(Country, /^[A-Z]{2}$/, Name)
  }
})

test('no address and no name belongs to two services', () => {
  for (const all of [
    variants.flatMap(({ variant }) => variant.IPv4),
    variants.flatMap(({ variant }) => variant.IPv6),
    variants.map(({ variant }) => variant.TLSHost),
    variants.map(({ variant }) => variant.HTTPS),
  ])
    assert.equal(new Set(all).size, all.length)
})
