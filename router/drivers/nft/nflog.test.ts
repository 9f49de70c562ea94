import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compile } from '../../compiler/compile.ts'
import { rulesetOf } from '../../compiler/firewall/ruleset.ts'
import { Refused } from '../../errors.ts'
import { fakeMachine } from '../../machine/fake.fixture.ts'
import { verbatim } from '../../phrases/phrase.ts'
import { openMemoryFacts } from '../../store/memory.fixture.ts'
import { plan } from '../driver.ts'
import { nftDriver } from './driver.ts'
import { hasNflog } from './nflog.ts'
import { renderSteps } from './render.ts'

const { frame } = compile(openMemoryFacts().facts)

/** A kernel that rejects transactions with rules that log packets. */
function withoutModule() {
  const machine = fakeMachine()
  const nft = async (commands: string): Promise<void> => {
    if (/\blog prefix/.test(commands)) throw new Refused(verbatim('Could not process rule: No such file or directory'))
    return machine.nft(commands)
  }
  return { ...machine, nft }
}

test('the probe for NFLOG leaves no table behind', async () => {
  const machine = fakeMachine()
  assert.equal(await hasNflog(machine), true)
  await assert.rejects(machine.nftList({ family: 'inet', table: 'sallyport_probe' }), Refused)
})

test('without NFLOG the firewall loads with the same verdicts', async () => {
  const machine = withoutModule()
  assert.equal(await hasNflog(machine), false)
  const driver = nftDriver(machine, { logs: false })
  const want = driver.frame(frame)
  await driver.apply(plan(new Map(), want))
  assert.deepEqual(plan(await driver.read({ frame } as never), want), [])
  const verdicts = (text: string): string[] => text.split('\n').filter((line) => / (drop|goto refuse)$/.test(line))
  const logging = renderSteps(plan(new Map(), nftDriver(fakeMachine()).frame(frame)))
  assert.deepEqual(verdicts(renderSteps(plan(new Map(), want))), verdicts(logging))
  assert.ok(rulesetOf(frame).chains.has('drop_input'))
})
