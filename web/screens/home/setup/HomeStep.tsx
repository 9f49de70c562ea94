import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subnet } from '../../../../router/model/home/dhcp/contract.ts'
import { lanIp, tinyNets } from '../../../../router/model/home/dhcp/subnet.ts'
import { info } from '../../../../router/model/machine/info/contract.ts'
import { HostName } from '../../../../router/model/machine/info/hostname-schema.ts'
import { releases } from '../../../../router/model/machine/releases/contract.ts'
import { time } from '../../../../router/model/machine/time/contract.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Failed } from '../../../parts/layout/Face.tsx'
import { setupTexts } from '../../../texts/home/setup.ts'
import { hostname } from '../../machine/system/machine.ts'
import { TimeZoneField } from '../../machine/time/TimeZoneField.tsx'
import { isHomeNet, USUAL_NET } from './port.ts'
import type { SetupStep } from './progress.ts'
import styles from './Setup.module.css'
import { StepPage } from './StepPage.tsx'

const texts = setupTexts.home

interface Answers {
  readonly name: string
  readonly net: string
  readonly zone: string
  readonly updates: boolean
}

/** Sends only changed values: continuing without a change must not fail because of existing ones. */
async function save(before: Answers, after: Answers): Promise<void> {
  if (after.name !== before.name) await call(info.change, { params: { name: 'hostname' }, body: after.name })
  if (after.zone !== before.zone) await call(time.setZone, { body: { TimeZone: after.zone } })
  if (after.updates !== before.updates) await (after.updates ? call(releases.check) : call(releases.checkNot))
  // Last, since this very page may have to move after it.
  if (after.net !== before.net) await call(subnet.update, { query: {}, body: { TinyNets: [after.net], LeaseTime: '' } })
}

/** The name of the router, and the range of addresses of the home. */
export function HomeStep({ next, onDone }: { next: SetupStep; onDone: () => void }) {
  const name = useQuery(hostname)
  const nets = useQuery(query(subnet.read))
  const zone = useQuery(query(time.zone))
  const checks = useQuery(query(releases.checks))
  const failed = [name, nets, zone, checks].find(({ isError, data }) => isError && data === undefined)
  const isThere =
    name.data !== undefined && nets.data !== undefined && zone.data !== undefined && checks.data !== undefined
  return (
    <StepPage step="home" title={texts.title} hint={texts.hint}>
      {failed?.error ? (
        <Failed title={texts.failed} error={failed.error} onRetry={() => void failed.refetch()} />
      ) : isThere ? (
        <Questions
          before={{
            ...{ name: name.data, net: nets.data.TinyNets[0] ?? '' },
            ...{ zone: zone.data.TimeZone, updates: checks.data },
          }}
          next={next}
          onDone={onDone}
        />
      ) : (
        <Skeleton height={280} radius="lg" aria-busy="true" />
      )}
    </StepPage>
  )
}

/** Where the router of such a home is reached. */
const addressIn = (net: string): string => lanIp(tinyNets({ TinyNets: [net], LeaseTime: '' }))

function Questions({ before, next, onDone }: { before: Answers; next: SetupStep; onDone: () => void }) {
  const cache = useQueryClient()
  const [after, setAfter] = useState(before)
  const [tried, setTried] = useState(false)
  const [newHome, setNewHome] = useState<string>()
  const answer = (part: Partial<Answers>) => setAfter((known) => ({ ...known, ...part }))
  const wanted = { ...after, name: after.name.trim(), net: after.net.trim() }
  const complaints = {
    name: !HostName.safeParse(wanted.name).success && texts.nameRule,
    net: !isHomeNet(wanted.net) && texts.netInvalid,
  }
  const edit = useMutation({
    mutationFn: () => save(before, wanted),
    onSuccess: () => {
      const here = window.location.hostname
      const is = addressIn(wanted.net)
      if (here !== is && [before.net, USUAL_NET].map(addressIn).includes(here)) setNewHome(is)
      else onDone()
    },
    onSettled: () => void cache.invalidateQueries(),
  })
  const refused = complaintOf(edit.error, ['TinyNets'])
  const submit = () => {
    setTried(true)
    if (!complaints.name && !complaints.net) edit.mutate()
  }
  if (newHome) return <Moved host={newHome} next={next} />
  return (
    <Form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={after.name}
        maxLength={63}
        onChange={({ currentTarget }) => answer({ name: currentTarget.value })}
        error={tried && complaints.name}
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput
        label={texts.net}
        description={texts.netHint}
        value={after.net}
        onChange={({ currentTarget }) => answer({ net: currentTarget.value })}
        error={(tried && complaints.net) || refused.fields.TinyNets}
        autoComplete="off"
        spellCheck={false}
      />
      <TimeZoneField value={after.zone} onChange={(one) => answer({ zone: one })} />
      <Checkbox
        label={texts.updates}
        checked={after.updates}
        onChange={({ currentTarget }) => answer({ updates: currentTarget.checked })}
      />
      <div className={styles.answers}>
        <SubmitButton size="md" fullWidth save={edit} rest={refused.rest}>
          {setupTexts.next}
        </SubmitButton>
      </div>
    </Form>
  )
}

/** The home has another range, and with it the router another address: the setup continues there. */
function Moved({ host, next }: { host: string; next: SetupStep }) {
  const words = setupTexts.moved
  const { protocol, port } = window.location
  const origin = `${protocol}//${host}${port && `:${port}`}`
  return (
    <div className={styles.answers} role="status">
      <h2>{words.title}</h2>
      <p>{words.hint(origin)}</p>
      <Button component="a" href={`${origin}/auth/setup?step=${next}`} size="md" fullWidth>
        {words.go}
      </Button>
    </div>
  )
}
