import { NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { Token } from '../../../../router/model/access/credentials/token.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { FormEnd } from '../../../parts/forms/FormEnd.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { accessTexts } from '../../../texts/access/credentials.ts'
import { AREAS, type Area, type Rights, scopesOfRights, type TokenRight } from './scopes.ts'
import styles from './Tokens.module.css'
import type { useTokens } from './useTokens.ts'

const words = accessTexts.tokens
const DAY_SECONDS = 86_400

interface NewTokenProps {
  create: ReturnType<typeof useTokens>['create']
  onMade: (token: Token) => void
  onCancel: () => void
}

export function NewToken({ create, onMade, onCancel }: NewTokenProps) {
  const [name, setName] = useState('')
  const [days, setDays] = useState('0')
  const [isAll, setAll] = useState(false)
  const [rights, setRights] = useState<Rights>({})
  const [others, setOthers] = useState('')
  const [tried, setTried] = useState(false)
  const scopes = isAll ? [] : scopesOfRights(rights, others)
  const isNothing = !isAll && scopes.length === 0
  const submit = () => {
    setTried(true)
    if (isNothing) return
    const Expire = days === '0' ? 0 : Math.floor(Date.now() / 1000) + Number(days) * DAY_SECONDS
    create.mutate({ Name: name.trim(), Expire, ScopedPaths: scopes }, { onSuccess: onMade })
  }
  const { fields, rest } = complaintOf(create.error, ['Name', 'ScopedPaths'])
  return (
    <Form onSubmit={submit} className={forms.form}>
      <TextInput
        label={words.name}
        placeholder={words.namePlaceholder}
        value={name}
        maxLength={128}
        required
        withAsterisk={false}
        autoFocus
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fields.Name}
      />
      <NativeSelect
        label={words.expire}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
        data={Object.entries(words.expires).map(([value, label]) => ({ value, label }))}
      />
      <fieldset className={styles.reach}>
        <legend>{words.reach}</legend>
        <SegmentedControl
          fullWidth
          aria-label={words.reach}
          value={isAll ? 'all' : 'some'}
          onChange={(value) => setAll(value === 'all')}
          data={Object.entries(words.reaches).map(([value, label]) => ({ value, label }))}
        />
        {isAll ? (
          <p className={styles.warning}>{words.allHint}</p>
        ) : (
          <>
            {(Object.keys(AREAS) as Area[]).map((area) => (
              <Choice
                key={area}
                label={words.areas[area]}
                right={rights[area] ?? 'none'}
                onChange={(right) => setRights({ ...rights, [area]: right })}
              />
            ))}
            <Textarea
              label={words.other}
              description={words.otherHint}
              value={others}
              rows={2}
              spellCheck={false}
              onChange={({ currentTarget }) => setOthers(currentTarget.value)}
              error={fields.ScopedPaths}
            />
          </>
        )}
        {tried && isNothing && (
          <p className={styles.error} role="alert">
            {words.nothing}
          </p>
        )}
      </fieldset>
      <FormEnd save={create} rest={rest} submit={words.submit} cancel={words.cancel} onCancel={onCancel} />
    </Form>
  )
}

function Choice({
  label,
  right,
  onChange,
}: {
  label: string
  right: TokenRight
  onChange: (right: TokenRight) => void
}) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <NativeSelect
        id={id}
        size="xs"
        value={right}
        onChange={({ currentTarget }) => onChange(currentTarget.value as TokenRight)}
        data={Object.entries(words.rights).map(([value, text]) => ({ value, label: text }))}
      />
    </div>
  )
}
