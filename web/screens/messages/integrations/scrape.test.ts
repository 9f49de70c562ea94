import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scrapeConfig } from './scrape.ts'

test('the configuration has the address of the router and the token', () => {
  assert.equal(
    scrapeConfig('http://192.168.2.1', 'c2VjcmV0'),
    `scrape_configs:
  - job_name: sallyport
    scheme: http
    authorization:
      credentials: c2VjcmV0
    static_configs:
      - targets: ['192.168.2.1']
`,
  )
})

test('over HTTPS, Prometheus checks the certificate with the authority of the router', () => {
  const config = scrapeConfig('https://spr.local:8443', 'c2VjcmV0')
  assert.match(config, /scheme: https\n.*credentials: c2VjcmV0\n {4}tls_config:\n {6}ca_file: sallyport\.crt\n/s)
  assert.match(config, /targets: \['spr\.local:8443'\]/)
})
