import type { Core } from '../../../core.ts'
import { Invalid, NotFound } from '../../../errors.ts'
import { type TaskConfig, tasksOf, wanOf } from '../../../model/firewall/rules/clienttask.ts'
import { MOST_VARIABLES, type pfw, type RuleEntry } from '../../../model/firewall/rules/contract.ts'
import { compileExpression } from '../../../model/firewall/rules/expression.ts'
import { isPauseOf, pauseEnd } from '../../../model/firewall/rules/pause.ts'
import { EVERY_DEVICE, inOrder, isForAll, PAUSE, type Rule, RuleInput } from '../../../model/firewall/rules/pfwrule.ts'
import { postponed, timeOfRule, usedToday } from '../../../model/firewall/rules/schedule.ts'
import { groupsOf, tagsOf } from '../../../model/home/devices/revise.ts'
import { WanConfig } from '../../../model/internet/uplinks/config.ts'
import type { Handlers } from '../../../model/operation.ts'
import { closeness } from '../../../model/vpn/tunnels/tunnel.ts'
import { phrase } from '../../../phrases/phrase.ts'
import { type Forms, formOf, inClientWords, inputOfForm, listNameOf, type RuleListName } from './clientform.ts'
import type { NetworksOf } from './networks.ts'
import { writeRule } from './save.ts'
import { circumstancesIn, identityIn, settle } from './settle.ts'
import { siteVpnList, type TunnelOperations } from './sitevpns.ts'

interface Deps extends Pick<Core, 'facts' | 'change' | 'clock' | 'zone'> {
  /** Whether present clients may use the lists by kind: the extension PFW of PLUS. */
  readonly isOn: () => boolean
  /** The addresses of countries and networks. Throws `Unavailable` without the data on them. */
  readonly networksOf: NetworksOf
  /** The operations of `/vpn/tunnels`. */
  readonly tunnels: TunnelOperations
  /** Begins a round of the monitoring of uplinks. */
  readonly checkUplinks: () => void
  /** A new identifier. */
  readonly newId: () => string
}

export function pfwHandlers({
  facts,
  change,
  clock,
  zone,
  isOn,
  networksOf,
  tunnels,
  checkUplinks,
  newId,
}: Deps): Handlers<typeof pfw> {
  const siteVpns = siteVpnList({ facts, tunnels })
  const moment = () => ({ now: clock.now(), zone: zone() })

  function demandOn(): void {
    if (!isOn()) throw new NotFound(phrase('firewall.pfwOff'))
  }

  const entryOf = (rule: Rule): RuleEntry => {
    const circumstances = circumstancesIn(facts, moment())
    const time = timeOfRule(rule, circumstances)
    const { Order: _order, Number: _number, ...shown } = rule
    return {
      ...shown,
      Holds: time.holds,
      HoldsUntil: Math.floor((time.until ?? 0) / 1000),
      NextStart: rule.Disabled ? 0 : Math.floor((time.next?.start ?? 0) / 1000),
      UsedToday: usedToday(facts.pfwUsage.get(rule.Id), circumstances.now, circumstances.zone),
    }
  }
  const rules = (name?: RuleListName): Rule[] =>
    inOrder(facts.pfwRules.values()).filter((rule) => name === undefined || listNameOf(rule) === name)
  const entries = (): RuleEntry[] => rules().map(entryOf)
  /** The rules of a list as present clients read them. */
  const forms = <L extends RuleListName>(name: L): Forms[L][] =>
    rules(name).map((rule) => formOf(rule, facts) as Forms[L])
  const tasks = (): TaskConfig => tasksOf(facts.setting('wan'))

  /** Adds a rule, or replaces one, also as a new one without its postponements. Returns its identifier. */
  async function save(input: RuleInput, replaces?: string, { isNew = false } = {}): Promise<string> {
    const Id = replaces ?? newId()
    const networks = await networksOf(input.To)
    await change((draft) => {
      if (isNew) draft.pfwRules.remove(Id)
      writeRule(draft, Id, input, { now: moment().now, networks })
      settle(draft, moment())
    })
    return Id
  }

  const found = (id: string): Rule => {
    const rule = facts.pfwRules.get(id)
    if (!rule) throw new NotFound(phrase('firewall.ruleUnknown', JSON.stringify(id)))
    return rule
  }

  const variableNamed = (name: string): string => {
    const all = facts.setting('pfwVariables')
    if (!Object.hasOwn(all, name)) throw new NotFound(phrase('firewall.variableUnknown', JSON.stringify(name)))
    return all[name]!
  }

  async function remove(id: string): Promise<void> {
    await change((draft) => {
      draft.pfwRules.remove(id)
      draft.pfwUsage.remove(id)
      settle(draft, moment())
    })
  }

  /** The operations on the list with this name, by place. */
  const list = <L extends RuleListName>(name: L) => {
    const at = (n: number): Rule => {
      const rule = rules(name)[n]
      if (!rule) throw new NotFound(phrase('firewall.ruleUnknown', n))
      return rule
    }
    const write = async (form: Forms[L], before?: Rule): Promise<Forms[L][]> => {
      await save(inputOfForm(name, form, facts, before), before?.Id).catch((error: unknown) => {
        throw inClientWords(name, error)
      })
      return forms(name)
    }
    return {
      async add({ body }: { body: Forms[L] }) {
        demandOn()
        return await write(body)
      },
      async replace({ params: { n }, body }: { params: { n: number }; body: Forms[L] }) {
        demandOn()
        return await write(body, n === rules(name).length ? undefined : at(n))
      },
      async remove({ params: { n } }: { params: { n: number } }) {
        demandOn()
        await remove(at(n).Id)
        return forms(name)
      },
    }
  }
  const [block, forward, tag, group] = [list('block'), list('forward'), list('tag'), list('group')]

  return {
    config() {
      demandOn()
      return {
        ForwardingRules: forms('forward'),
        BlockRules: forms('block'),
        TagRules: forms('tag'),
        GroupRules: forms('group'),
        SiteVPNs: siteVpns.entries(),
        Variables: { ...facts.setting('pfwVariables') },
        APIToken: '*masked*',
        TimeZone: zone(),
      }
    },
    rules: () => entries(),
    async add({ body }) {
      return entryOf(found(await save(body)))
    },
    async pause({ body: { Devices, Groups, Tags, ...length } }) {
      const selected = { Devices, Groups: groupsOf(Groups, 'Groups'), Tags: tagsOf(Tags, 'Tags') }
      if (isForAll(selected)) throw new Invalid(phrase('firewall.devicesToPauseRequired'), 'Devices')
      const Until = pauseEnd(length, moment())
      const running = rules().find((rule) => isPauseOf(rule, selected))
      const input = { Name: PAUSE, When: selected, Do: { Kind: 'block' }, Until, First: true }
      const Id = await save(RuleInput.parse(input), running?.Id, { isNew: true })
      return entryOf(found(Id))
    },
    async replace({ params: { id }, body }) {
      return entryOf(found(await save(body, found(id).Id)))
    },
    async remove({ params: { id } }) {
      await remove(found(id).Id)
    },
    async extend({ params: { id }, body: { Minutes, Device: given } }) {
      const { When } = found(id)
      const device = given && given !== EVERY_DEVICE ? (identityIn(given, facts) ?? given) : EVERY_DEVICE
      const selected = facts.devices.get(device)
      if (device !== EVERY_DEVICE && !(selected && (isForAll(When) || closeness(When, selected) > 0)))
        throw new Invalid(phrase('firewall.deviceNotInRule'), 'Device')
      await change((draft) => {
        const rule = draft.pfwRules.get(id)
        if (!rule) throw new NotFound(phrase('firewall.ruleUnknown', JSON.stringify(id)))
        const others = rule.Skips.filter((skip) => skip.Device !== device)
        const Until = postponed(rule, device, Minutes, circumstancesIn(draft, moment()))
        draft.pfwRules.put(id, { ...rule, Skips: Minutes > 0 ? [...others, { Device: device, Until }] : others })
        settle(draft, moment())
      })
      return entryOf(found(id))
    },
    tasks() {
      demandOn()
      return tasks()
    },
    async configureTask({ params: { task }, body }) {
      demandOn()
      if (task === 'wifi-scan' && body.Disabled === false)
        throw new Invalid(phrase('firewall.taskNotRepeatable'), 'Disabled')
      if (task === 'uplink-check') {
        const given = WanConfig.partial().safeParse(wanOf(body))
        if (!given.success) throw new Invalid(phrase('firewall.uplinkAddresses'), 'Addresses')
        await change((draft) => draft.set('wan', { ...draft.setting('wan'), ...given.data }))
      }
      return tasks()
    },
    runTask({ params: { task } }) {
      demandOn()
      if (task === 'wifi-scan') throw new Invalid(phrase('firewall.scanTaskElsewhere'), 'task')
      if (!facts.setting('wan').Enabled) throw new Invalid(phrase('firewall.taskDisabled'), 'task')
      checkUplinks()
    },
    variable({ params: { name } }) {
      demandOn()
      return variableNamed(name)
    },
    async setVariable({ params: { name }, body }) {
      demandOn()
      await change((draft) => {
        const all = { ...draft.setting('pfwVariables'), [name]: String(body) }
        if (Object.keys(all).length > MOST_VARIABLES)
          throw new Invalid(phrase('firewall.variablesFull', MOST_VARIABLES))
        draft.set('pfwVariables', all)
        settle(draft, moment())
      })
      return { ...facts.setting('pfwVariables') }
    },
    async removeVariable({ params: { name } }) {
      demandOn()
      variableNamed(name)
      await change((draft) => {
        const { [name]: _removed, ...others } = draft.setting('pfwVariables')
        draft.set('pfwVariables', others)
        settle(draft, moment())
      })
      return { ...facts.setting('pfwVariables') }
    },
    testExpression({ body: { Expression, Variables } }) {
      demandOn()
      const variables = { ...facts.setting('pfwVariables'), ...Variables }
      return { Result: compileExpression(Expression, 'Expression')(variables) }
    },
    siteVpns() {
      demandOn()
      return siteVpns.entries()
    },
    async addSiteVpn({ body, caller }) {
      demandOn()
      return await siteVpns.add(body, caller)
    },
    async replaceSiteVpn({ params: { n }, body, caller }) {
      demandOn()
      return await siteVpns.replace(n, body, caller)
    },
    async removeSiteVpn({ params: { n }, caller }) {
      demandOn()
      return await siteVpns.remove(n, caller)
    },
    addBlock: block.add,
    replaceBlock: block.replace,
    removeBlock: block.remove,
    addForward: forward.add,
    replaceForward: forward.replace,
    removeForward: forward.remove,
    addTag: tag.add,
    replaceTag: tag.replace,
    removeTag: tag.remove,
    addGroup: group.add,
    replaceGroup: group.replace,
    removeGroup: group.remove,
  }
}
