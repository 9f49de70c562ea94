import { Alert, Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dnsBlock } from '../../../../../router/model/dns/blocklists/contract.ts'
import type { OnlineService } from '../../../../../router/model/dns/blocklists/services/catalogue.ts'
import type { TimeWindow } from '../../../../../router/model/firewall/rules/window.ts'
import { query } from '../../../../client/query.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { SaveError, SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { SwitchField } from '../../../../parts/forms/SwitchField.tsx'
import { More } from '../../../../parts/layout/Disclosure.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { appTexts as texts } from '../../../../texts/dns/blocklists/apps.ts'
import { list } from '../../../../texts/list.ts'
import { type ListedRule, windowWords } from '../../../home/schedules/schedule.ts'
import { TimesFields } from '../../../home/schedules/TimesFields.tsx'
import { usePfwRules } from '../../../home/schedules/useSchedules.ts'
import styles from './AppsScreen.module.css'
import { type AppRuleTarget, keyOfTarget, ruleFor, targetOf, targetOfKey } from './target.ts'
import { NO_SAFE_SEARCH, useAppRules, useTargetOptions } from './useAppRules.ts'

const KINDS = Object.keys(texts.kinds) as OnlineService['Kind'][]
const ENGINES = ['Google', 'Bing', 'DuckDuckGo'] as const

/** Apps that are blocked by name, and safe search: for all devices, a device, a group or a tag. */
export function AppsScreen() {
  const [key, setKey] = useState('')
  const target = targetOfKey(key)
  const { options, nameOf } = useTargetOptions()
  const { data: catalogue, error, refetch } = useQuery(query(dnsBlock.services))
  const { data: rules, ...loading } = usePfwRules()
  if (!catalogue || !rules) {
    const failure = error ?? loading.error
    return (
      <LoadState
        title={texts.failed}
        query={{ error: failure, refetch: () => Promise.all([refetch(), loading.refetch()]) }}
        height={640}
        radius="lg"
      />
    )
  }
  return (
    <div className="stack">
      <NativeSelect
        className={styles.who}
        label={texts.who}
        data={options}
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
      />
      {target ? (
        <AppsOfTarget key={key} target={target} name={nameOf(target)} rules={rules} services={catalogue.Services} />
      ) : (
        <p className="quiet">{texts.whoHint}</p>
      )}
      <Others rules={rules} services={catalogue.Services} nameOf={nameOf} onShow={setKey} />
      <More label={texts.sources}>
        <p className="quiet">{texts.sourcesHint(catalogue.Version)}</p>
        <ul className={styles.sources}>
          {catalogue.Services.map(({ Id, Name, Domains, Source, Checked }) => (
            <li key={Id}>
              <strong>{Name}</strong> <code>{Domains.join(', ')}</code>{' '}
              <a href={Source} target="_blank" rel="noreferrer">
                {texts.source(Name)}
              </a>
              {Checked && `, ${texts.checked(Checked)}`}
            </li>
          ))}
        </ul>
      </More>
    </div>
  )
}

interface AppsOfTargetProps {
  target: AppRuleTarget
  name: string
  rules: readonly ListedRule[]
  services: readonly OnlineService[]
}

/** The blocked apps, their times, and safe search of a target. Switches take effect immediately. */
function AppsOfTarget({ target, name, rules, services }: AppsOfTargetProps) {
  const edit = useAppRules(target, name)
  const rule = ruleFor(rules, 'services', target)
  const safe = ruleFor(rules, 'safesearch', target)?.Do ?? NO_SAFE_SEARCH
  const blocked = new Set(rule?.Do.Services)
  return (
    <>
      <Section
        changes={dnsBlock.putServices}
        title={texts.title}
        hint={texts.hint}
        note={<SaveNote status={edit.save.status} />}
      >
        <Alert className={styles.limits}>{texts.limits}</Alert>
        <SaveError error={edit.save.error} />
        {KINDS.map((kind) => ({ kind, all: services.filter((one) => one.Kind === kind) }))
          .filter(({ all }) => all.length > 0)
          .map(({ kind, all }) => (
            <fieldset key={kind} className={styles.kind}>
              <legend>{texts.kinds[kind]}</legend>
              <div className={styles.apps}>
                {all.map(({ Id, Name }) => (
                  <SwitchField
                    key={Id}
                    label={Name}
                    hint=""
                    checked={blocked.has(Id)}
                    onChange={(checked) => edit.setService(Id, checked)}
                  />
                ))}
              </div>
            </fieldset>
          ))}
      </Section>
      <Times key={JSON.stringify(rule?.When.Times)} rule={rule} name={name} onSave={edit.setTimes} />
      <Section
        changes={dnsBlock.putServices}
        title={texts.safe}
        hint={texts.safeHint}
        note={<SaveNote status={edit.save.status} />}
      >
        {ENGINES.map((engine) => (
          <SwitchField
            key={engine}
            label={texts.engines[engine]}
            hint=""
            checked={safe[engine]}
            onChange={(checked) => edit.setSafeSearch({ [engine]: checked })}
          />
        ))}
        <NativeSelect
          className={styles.youTube}
          label={texts.youTube}
          description={texts.youTubeHint}
          data={Object.entries(texts.youTubeModes).map(([value, label]) => ({ value, label }))}
          value={safe.YouTube}
          onChange={({ currentTarget }) =>
            edit.setSafeSearch({ YouTube: currentTarget.value as keyof typeof texts.youTubeModes })
          }
        />
      </Section>
    </>
  )
}

interface TimesProps {
  rule: ListedRule | undefined
  /** The name of the target. */
  name: string
  onSave: (times: readonly TimeWindow[], onSuccess: () => void) => void
}

/** The times of the week at which the apps are blocked. */
function Times({ rule, name, onSave }: TimesProps) {
  const saved = rule?.When.Times ?? []
  const [times, setTimes] = useState<TimeWindow[]>()
  const [isTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    if (times?.every(({ Days }) => Days.includes(1))) onSave(times, () => setTimes(undefined))
  }
  return (
    <Section changes={dnsBlock.putServices} title={texts.times} hint={rule ? texts.timesHint : texts.noneYet}>
      {rule && (
        <Form onSubmit={submit} noValidate className="stack-tight">
          <TimesFields
            times={times ?? saved}
            onChange={setTimes}
            label={texts.timesOf(name)}
            add={texts.addTimes}
            least={0}
            isChecked={isTried}
          />
          {times && (
            <div>
              <SubmitButton>{texts.save}</SubmitButton>
            </div>
          )}
        </Form>
      )}
    </Section>
  )
}

interface OthersProps {
  rules: readonly ListedRule[]
  services: readonly OnlineService[]
  nameOf: (target: AppRuleTarget) => string
  onShow: (key: string) => void
}

/** What is chosen for all targets. */
function Others({ rules, services, nameOf, onShow }: OthersProps) {
  const names = new Map(services.map(({ Id, Name }) => [Id, Name]))
  const wordsOf = ({ Do }: ListedRule): string =>
    Do.Kind === 'services'
      ? list(Do.Services.map((id) => names.get(id) ?? id))
      : Do.Kind === 'safesearch'
        ? texts.safeOf([
            ...ENGINES.filter((engine) => Do[engine]),
            ...(Do.YouTube === 'off' ? [] : [`YouTube (${texts.youTubeModes[Do.YouTube]})`]),
          ])
        : ''
  const shown = rules.flatMap((rule) => {
    const isOfApps = rule.Do.Kind === 'services' || rule.Do.Kind === 'safesearch'
    const target = isOfApps ? targetOf(rule) : undefined
    return target ? [{ rule, target }] : []
  })
  return (
    <Section title={texts.others} hint={shown.length > 0 ? texts.othersHint : texts.othersEmpty}>
      <ul className={styles.others}>
        {shown.map(({ rule, target }) => (
          <li key={rule.Id}>
            <div className={styles.words}>
              <strong>{nameOf(target)}</strong>
              <span>{wordsOf(rule)}</span>
              <span className="quiet">{rule.Disabled ? texts.off : rule.When.Times.map(windowWords).join(' · ')}</span>
            </div>
            <Button size="xs" variant="default" onClick={() => onShow(keyOfTarget(target))}>
              {texts.show(nameOf(target))}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
