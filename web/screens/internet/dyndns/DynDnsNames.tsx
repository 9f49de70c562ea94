import { Button, NativeSelect, NumberInput, PasswordInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback } from 'react'
import {
  type DynDnsStatus,
  dyndns,
  type ShownDynDns,
  SPELLINGS,
} from '../../../../router/model/internet/dyndns/contract.ts'
import { PROVIDERS } from '../../../../router/model/internet/dyndns/provider.ts'
import { call } from '../../../client/client.ts'
import { keyOf } from '../../../client/keys.ts'
import { query } from '../../../client/query.ts'
import { replace } from '../../../client/replace.ts'
import { DraftForm } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../parts/forms/SaveNote.tsx'
import { textFieldOf } from '../../../parts/forms/textField.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { More } from '../../../parts/layout/Disclosure.tsx'
import { Fact, FactList } from '../../../parts/layout/FactList.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { TranslatedMessage } from '../../../parts/values/TranslatedMessage.tsx'
import { dyndnsTexts as texts } from '../../../texts/internet/dyndns.ts'
import styles from './DynDnsNames.module.css'
import { type DynDnsFields, fieldsOfProvider, requestOfDynDns, savedDynDns } from './dyndns.ts'

const FIELDS = Object.values(SPELLINGS)
const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const timeText = (unix: number): string => time.format(unix * 1000)

/** The fragment of the address that leads to the card. */
export const DYNDNS = 'dynamic-dns'

/** Names at a provider of dynamic DNS: their state, and the settings. */
export function DynDnsNames() {
  const { settings, status, save, refresh } = useDynDns()
  const { data: saved } = settings
  const error = settings.error ?? status.error
  return (
    <div id={DYNDNS} ref={useShown(DYNDNS)}>
      <Section title={texts.title} hint={texts.hint} note={<SaveNote status={save.status} />}>
        {saved && status.data ? (
          <>
            {saved.provider !== '' && <State status={status.data} />}
            {saved.provider !== '' && (
              <>
                <Button
                  variant="default"
                  my="sm"
                  loading={refresh.isPending || status.data.State === 'updating'}
                  onClick={() => refresh.mutate()}
                >
                  {texts.refresh}
                </Button>
                <SaveError error={refresh.error} />
              </>
            )}
            <Fields saved={saved} save={save} />
          </>
        ) : (
          <LoadState
            title={texts.failed}
            query={{ error, refetch: () => Promise.all([settings.refetch(), status.refetch()]) }}
            height={120}
            radius="lg"
          />
        )}
      </Section>
    </div>
  )
}

const State = ({ status: { State: state, Message, Coded, Names, NextAttempt } }: { status: DynDnsStatus }) => (
  <>
    <FactList>
      <Fact name={texts.state}>
        <span role="status" className={styles.state} data-failed={state === 'failed' || undefined}>
          {texts.states[state]}
        </span>
      </Fact>
      {NextAttempt > 0 && <Fact name={texts.next}>{timeText(NextAttempt)}</Fact>}
    </FactList>
    {state === 'failed' && Names.every((name) => name.Error === '') && (
      <p className={styles.message}>
        <TranslatedMessage of={Message} coded={Coded} />
      </p>
    )}
    <ul className={styles.names}>
      {Names.map(({ Name, Address, Since, Error: reason, Coded: coded }) => (
        <li key={Name} data-failed={reason !== '' || undefined}>
          {reason !== '' ? (
            <TranslatedMessage of={reason} coded={coded} within={(text) => texts.problem(Name, text)} />
          ) : Address !== '' ? (
            texts.current(Name, Address, timeText(Since))
          ) : (
            texts.waiting(Name)
          )}
        </li>
      ))}
    </ul>
  </>
)

interface FieldsProps {
  saved: ShownDynDns
  save: ReturnType<typeof useDynDns>['save']
}

function Fields({ saved, save }: FieldsProps) {
  const draft = useDraft(savedDynDns(saved))
  const { fields } = draft
  const has = fieldsOfProvider(fields.provider)
  const { fields: errors, rest } = complaintOf(save.error, FIELDS)
  const field = textFieldOf(fields, draft.type)
  return (
    <DraftForm
      draft={draft}
      save={save}
      onSubmit={() => save.mutate({ saved, fields }, { onSuccess: draft.settle })}
      error={rest ? save.error : null}
    >
      <NativeSelect
        label={texts.provider}
        data={[{ value: '', label: texts.off }, ...PROVIDERS.map(({ name }) => name)]}
        value={fields.provider}
        onChange={({ currentTarget }) => draft.type({ provider: currentTarget.value })}
        error={errors.provider}
      />
      {fields.provider !== '' && (
        <>
          {has.server && (
            <TextInput label={texts.server} placeholder={texts.serverPlaceholder} {...field('server', errors.server)} />
          )}
          <TextInput label={texts.domain} placeholder={texts.domainPlaceholder} {...field('domain', errors.domains)} />
          <TextInput label={texts.names} description={texts.namesHint} {...field('names', undefined)} />
          {has.user && <TextInput label={texts.user} {...field('user', errors.email)} />}
          <PasswordInput
            label={has.secret === 'Password' ? texts.password : texts.token}
            {...(fields.provider === saved.provider && { description: texts.secretKept })}
            {...field('secret', errors[SPELLINGS[has.secret]])}
          />
          <More label={texts.advanced} isOpen={fields.url !== '' || !!errors.ip_url || !!errors.interval}>
            <TextInput label={texts.url} description={texts.urlHint} inputMode="url" {...field('url', errors.ip_url)} />
            <NumberInput
              mt="sm"
              label={texts.interval}
              min={60}
              max={86400}
              allowDecimal={false}
              value={fields.interval}
              onChange={(value) => draft.type({ interval: Number(value) })}
              error={errors.interval}
            />
          </More>
        </>
      )}
    </DraftForm>
  )
}

/** Scrolls an element into view when it is mounted, if the address ends with its fragment: it may be loaded after the page. */
function useShown(fragment: string): (element: HTMLElement | null) => void {
  const isWanted = useLocation({ select: ({ hash }) => hash === fragment })
  return useCallback(
    (element) => {
      if (isWanted) element?.scrollIntoView()
    },
    [isWanted],
  )
}

/** The settings of dynamic DNS, its state, and changes. */
function useDynDns() {
  const settings = useQuery(query(dyndns.config))
  const status = useQuery(query(dyndns.status))
  const save = useMutation({
    mutationFn: async ({ saved, fields }: { saved: ShownDynDns; fields: DynDnsFields }) => {
      await call(dyndns.configure, { body: requestOfDynDns(saved, fields) })
      await settings.refetch()
      await status.refetch()
    },
  })
  const refresh = useMutation({
    mutationFn: () => call(dyndns.refresh),
    onSuccess: (after) => replace(keyOf(dyndns.status), after),
  })
  return { settings, status, save, refresh }
}
