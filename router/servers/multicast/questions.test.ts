import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANSWER_PORTS } from '../../model/firewall/multicast/settings.ts'
import { openQuestions } from './questions.ts'

const PORTS = ANSWER_PORTS.last - ANSWER_PORTS.first + 1
const group = '239.255.255.250:1900'
const asker = (n: number, port = 1900) => ({ mac: `device${n}`, ip: `192.0.2.${n}`, port, group })

function open() {
  const time = { now: 0 }
  return { time, questions: openQuestions({ now: () => time.now }) }
}

test('if all ports are in use, a new question has none until one is over', () => {
  const { time, questions } = open()
  for (let n = 0; n < PORTS; n++) assert.ok(questions.open(asker(n >> 4, n), ['tv'], n === 7 ? 1000 : 2000))
  assert.equal(questions.open(asker(1000), ['tv'], 1000), undefined)
  assert.equal(questions.open(asker(0, 0), ['tv'], 2000), ANSWER_PORTS.first, 'a known question keeps its port')
  time.now = 1000
  assert.equal(questions.open(asker(1000), ['tv'], 1000), ANSWER_PORTS.first + 7)
  assert.equal(questions.open(asker(1001), ['tv'], 1000), undefined)
  questions.forget('device3')
  assert.ok(questions.open(asker(1001), ['tv'], 1000))
})

test('a port is not used again immediately, and a repeated question lasts longer and has more receivers', () => {
  const { time, questions } = open()
  const port = questions.open(asker(1), ['tv'], 1000)!
  time.now = 900
  assert.equal(questions.open(asker(1), ['speaker'], 1000), port)
  time.now = 1899
  assert.deepEqual(questions.at(port)?.asked, new Set(['tv', 'speaker']))
  time.now = 1900
  assert.equal(questions.at(port), undefined)
  assert.equal(questions.open(asker(1), ['tv'], 1000), port + 1)
  assert.deepEqual(questions.at(port + 1)?.asked, new Set(['tv']))
})

test('another address, port or group is another question', () => {
  const { questions } = open()
  const others = [{}, { ip: '192.0.2.9' }, { port: 1901 }, { group: '239.255.255.250:3702' }]
  const ports = others.map((given) => questions.open({ ...asker(1), ...given }, ['tv'], 1000))
  assert.equal(new Set(ports).size, others.length)
})
