import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentOf } from './agent.ts'

test('browsers and systems are recognised by their user agents', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const cases: [string, string | undefined, string | undefined][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge', 'Windows'],
    [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari', 'iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari', 'macOS'],
    ['curl/8.14.1', undefined, undefined],
  ]
  for (const [agent, browser, system] of cases) assert.deepEqual(agentOf(agent), { browser, system }, agent)
})
