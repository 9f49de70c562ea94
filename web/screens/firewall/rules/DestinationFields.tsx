import { MultiSelect, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { countryName } from '../../../../router/model/firewall/geoblock/config.ts'
import type { Destination } from '../../../../router/model/firewall/rules/pfwrule.ts'
import { byName } from '../../../parts/lists/natural.ts'
import { ruleTexts } from '../../../texts/firewall/rules.ts'
import styles from '../../home/schedules/Schedules.module.css'
import { Choice } from '../../internet/links/Choice.tsx'
import { asnsOf, countryWords, entriesInText } from './rule.ts'

const texts = ruleTexts.form
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const COUNTRIES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  .flatMap((value) => {
    return countryName(value) === undefined ? [] : [{ value, label: countryWords(value) }]
  })
  .sort((a, b) => byName(a.label, b.label))

interface DestinationFieldsProps {
  to: Destination
  onChange: (part: Partial<Destination>) => void
  places: readonly Destination['Place'][]
  hasPorts: boolean
  /** Errors of the router by field, such as `To.Domains`. */
  errors: Readonly<Record<string, string | undefined>>
}

/** The destinations of a rule. */
export function DestinationFields({ to, onChange, places, hasPorts, errors }: DestinationFieldsProps) {
  return (
    <div className="fields">
      <Choice
        label={texts.to}
        options={places.map((value) => ({ value, name: texts.places[value] }))}
        value={to.Place}
        onChange={(Place) =>
          onChange(Place === 'listed' ? { Place } : { Place, Networks: [], Domains: [], Countries: [], ASNs: [] })
        }
      />
      {to.Place === 'listed' && <Lists to={to} onChange={onChange} errors={errors} />}
      {hasPorts && (
        <div className={styles.pair}>
          <NativeSelect
            label={texts.protocol}
            data={Object.entries(texts.protocols).map(([value, label]) => ({ value, label }))}
            value={to.Protocol}
            onChange={({ currentTarget }) => onChange({ Protocol: currentTarget.value as Destination['Protocol'] })}
          />
          <TextInput
            label={texts.port}
            description={texts.portHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={to.Port === 'any' ? '' : to.Port}
            onChange={({ currentTarget: { value } }) => onChange({ Port: value.trim() === '' ? 'any' : value })}
            error={errors['To.Port']}
            autoComplete="off"
          />
        </div>
      )}
    </div>
  )
}

function Lists({ to, onChange, errors }: Pick<DestinationFieldsProps, 'to' | 'onChange' | 'errors'>) {
  const [typed, setTyped] = useState({
    domains: to.Domains.join('\n'),
    networks: to.Networks.join('\n'),
    asns: to.ASNs.join(', '),
  })
  const { wrong } = asnsOf(typed.asns)
  return (
    <>
      <Textarea
        label={texts.domains}
        description={texts.domainsHint}
        value={typed.domains}
        onChange={({ currentTarget: { value } }) => {
          setTyped({ ...typed, domains: value })
          onChange({ Domains: entriesInText(value) })
        }}
        error={errors['To.Domains']}
        autosize
        minRows={2}
        spellCheck={false}
      />
      <MultiSelect
        label={texts.countries}
        data={COUNTRIES}
        value={to.Countries}
        onChange={(Countries) => onChange({ Countries })}
        error={errors['To.Countries']}
        searchable
      />
      <TextInput
        label={texts.asns}
        description={texts.asnsHint}
        value={typed.asns}
        onChange={({ currentTarget: { value } }) => {
          setTyped({ ...typed, asns: value })
          onChange({ ASNs: asnsOf(value).asns })
        }}
        error={wrong === undefined ? errors['To.ASNs'] : texts.asnWrong(wrong)}
        autoComplete="off"
      />
      <Textarea
        label={texts.networks}
        description={texts.networksHint}
        value={typed.networks}
        onChange={({ currentTarget: { value } }) => {
          setTyped({ ...typed, networks: value })
          onChange({ Networks: entriesInText(value) })
        }}
        error={errors['To.Networks']}
        autosize
        minRows={2}
        spellCheck={false}
      />
    </>
  )
}
