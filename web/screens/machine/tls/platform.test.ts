import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platformOf } from './platform.ts'

test('the platform is recognized by its User-Agent', () => {
  const agents = [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  ]
  assert.deepEqual(agents.map(platformOf), ['iphone', 'android', 'windows', 'mac', 'linux'])
})
