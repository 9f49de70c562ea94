import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readEndpoint, writeEndpoint } from './endpoint.ts'

const kept = (text: string): string | undefined => {
  const endpoint = readEndpoint(text)
  return endpoint && writeEndpoint(endpoint)
}

test('a URL is parsed in the forms that providers publish, and normalised', () => {
  const usual = 'https://dns.example/dns-query'
  for (const text of [usual, `${usual}{?dns}`, 'HTTPS://DNS.Example/dns-query', 'https://dns.example', `${usual}?`]) {
    assert.equal(kept(text), usual, text)
  }
  assert.deepEqual(readEndpoint('https://dns.example:8443/ask/me'), {
    host: 'dns.example',
    port: 8443,
    path: '/ask/me',
  })
  assert.equal(kept('https://dns.example:8443/ask/me'), 'https://dns.example:8443/ask/me')
})

test('anything but an https URL with a host name and a path is rejected', () => {
  for (const text of [
    'dns.example',
    'http://dns.example/dns-query',
    'https://9.9.9.9/dns-query',
    'https://[2620:fe::fe]/dns-query',
    'https://me:secret@dns.example/dns-query',
    'https://dns.example/dns-query?dns=x',
    'https://dns.example/dns-query#here',
    `https://dns.example/${'x'.repeat(300)}`,
    'https://',
  ]) {
    assert.equal(readEndpoint(text), undefined, text)
  }
})
