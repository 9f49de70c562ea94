import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KeptOverride } from '../../model/dns/blocklists/override.ts'
import { openExplain } from './explain.ts'
import { clientItem, overrideItem } from './items.fixture.ts'
import { openResolverState } from './state.ts'

const LAPTOP = '192.168.2.6'

function openTrial() {
  const { view, set } = openResolverState()
  set(clientItem(LAPTOP))
  set({ kind: 'name', name: 'laptop', ip: LAPTOP, chosen: true })
  const block = (given: Partial<KeptOverride>) => set(overrideItem({ Type: 'block', ...given }))
  const permit = (given: Partial<KeptOverride>) => set(overrideItem(given))
  block({})
  permit({ Domain: 'nas.test.', ResultIP: '192.168.2.9' })
  permit({ Domain: 'shop.test.' })
  permit({ Domain: 'other.test.', ResultCNAME: 'laptop.lan.' })
  block({ Domain: 'games.test.', ClientIP: LAPTOP })
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

test('the decision depends on the client', () => {
  const { says, set } = openTrial()
  assert.equal(says('games.test'), 'blocked, games.test., full')
  assert.equal(says('games.test', ''), 'passed, full')
  assert.equal(says('games.test', '10.1.2.3'), 'refused, full')
  set({ kind: 'paused', ip: LAPTOP })
  assert.equal(says('games.test'), 'passed, paused')
  set({ kind: 'excluded', ip: LAPTOP })
  assert.equal(says('nas.test'), 'passed, none')
})
