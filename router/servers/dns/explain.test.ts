import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVERYBODY } from '../../features/dnsblock/key.ts'
import type { KeptOverride } from '../../features/dnsblock/override.ts'
import { openExplain } from './explain.ts'
import { openBlackboard } from './view.ts'

const LAPTOP = '192.168.2.6'

function openTrial() {
  const { view, set } = openBlackboard()
  const client = { ip: LAPTOP, mac: '02:00:00:00:00:01', family: false, quarantine: false, tags: [] }
  set(`client ${LAPTOP}`, JSON.stringify(client))
  set(`name laptop ${LAPTOP}`, 'chosen')
  const kept: KeptOverride = {
    Type: 'block',
    Domain: 'example.com.',
    ResultIP: '',
    ResultCNAME: '',
    ClientIP: EVERYBODY,
    Expiration: 0,
    Tags: [],
    List: 'Default',
  }
  const override = (key: string, given: Partial<KeptOverride>) =>
    set(`override ${key}`, JSON.stringify({ ...kept, ...given }))
  override('1', {})
  override('2', { Type: 'permit', Domain: 'nas.test.', ResultIP: '192.168.2.9' })
  override('3', { Type: 'permit', Domain: 'shop.test.' })
  override('4', { Type: 'permit', Domain: 'other.test.', ResultCNAME: 'laptop.lan.' })
  override('5', { Domain: 'games.test.', ClientIP: LAPTOP })
  const explain = openExplain(view)
  return {
    set,
    says: (name: string, ip = LAPTOP) => {
      const { Result, By, Answers, Filtering } = explain(name, ip)
      return [Result, By, Answers.join(' '), Filtering].filter(Boolean).join(', ')
    },
  }
}

test('the decision for a name is returned with its rule', () => {
  const { says } = openTrial()
  assert.equal(says('www.example.com'), 'blocked, example.com., full')
  assert.equal(says('nas.test'), 'overridden, nas.test., 192.168.2.9, full')
  assert.equal(says('shop.test'), 'permitted, full')
  assert.equal(says('other.test'), 'overridden, other.test., 192.168.2.6, full')
  assert.equal(says('laptop.lan'), 'local, names of the home, 192.168.2.6, full')
  assert.equal(says('mask.icloud.com'), 'canary, mask.icloud.com, full')
  assert.equal(says('example.org'), 'passed, full')
  assert.equal(says('.'), 'passed, full')
})

test('it depends on who asks', () => {
  const { says, set } = openTrial()
  assert.equal(says('games.test'), 'blocked, games.test., full')
  assert.equal(says('games.test', ''), 'passed, full')
  assert.equal(says('games.test', '10.1.2.3'), 'refused, full')
  set(`paused ${LAPTOP}`, '')
  assert.equal(says('games.test'), 'passed, paused')
  set(`excluded ${LAPTOP}`, '')
  assert.equal(says('nas.test'), 'passed, none')
})
