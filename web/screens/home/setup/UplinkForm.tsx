import { PasswordInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { uplink as contract } from '../../../../router/model/internet/connection/contract.ts'
import { links } from '../../../../router/model/internet/links/contract.ts'
import { ppp } from '../../../../router/model/internet/ppp/contract.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import { diagnostics } from '../../../../router/model/machine/diagnostics/contract.ts'
import { call } from '../../../client/client.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { textFieldOf } from '../../../parts/forms/textField.ts'
import { setupTexts } from '../../../texts/home/setup.ts'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import { requestOfPppoe } from '../../internet/ppp/pppoe.ts'
import { UplinkChoice } from './UplinkChoice.tsx'
import type { SetupUplink } from './uplink.ts'
import { usePorts } from './useHardware.ts'

const texts = setupTexts.internet
const words = uplinkTexts.ppp

interface Answers {
  readonly port: string
  readonly way: 'dhcp' | 'fixed' | 'pppoe'
  readonly ip: string
  readonly router: string
  readonly vlan: string
  readonly username: string
  readonly password: string
}

/** Whether the internet comes over PPPoE. */
const isSession = ({ config }: SetupUplink): boolean => config.Subtype === 'ppp'

/** The port first, where it is another one: what was the uplink before belongs to the home from then on. */
async function change(before: SetupUplink, answers: Answers): Promise<void> {
  const { port, way, ip, router, vlan } = answers
  // Any other purpose ends a session.
  if (port !== before.port || (isSession(before) && way !== 'pppoe'))
    await call(links.configure, { query: {}, body: { Name: port, Type: 'Uplink', Enabled: true } })
  if (port !== before.port)
    await call(links.configure, { query: {}, body: { Name: before.port, Type: 'Downlink', Enabled: true } })
  if (way === 'pppoe') {
    await call(ppp.configure, { query: {}, body: requestOfPppoe(port, { ...answers, mtu: '' }) })
    return
  }
  const fixed = way === 'fixed' ? { DisableDHCP: true, IP: ip.trim(), Router: router.trim() } : { DisableDHCP: false }
  await call(contract.ip, { query: {}, body: { Name: port, VLAN: vlan.trim(), ...fixed } })
}

/** Another port, or another way to its address. */
export function UplinkForm({ uplink, onDone }: { uplink: SetupUplink; onDone: () => void }) {
  const { config } = uplink
  const ports = usePorts()
  const [answers, setAnswers] = useState<Answers>({
    port: uplink.port,
    way: isSession(uplink) ? 'pppoe' : config.DisableDHCP ? 'fixed' : 'dhcp',
    ip: config.IP ?? '',
    router: config.Router ?? '',
    vlan: config.VLAN ?? '',
    username: '',
    password: '',
  })
  const answer = (part: Partial<Answers>) => setAnswers((known) => ({ ...known, ...part }))
  const save = useMutation({
    mutationFn: () => change(uplink, answers),
    onSuccess: onDone,
    onSettled: () => readAgain(links.configuration, diagnostics.ipAddr, wan.status),
  })
  const { fields, rest } = complaintOf(save.error, ['IP', 'Router', 'VLAN', 'Name', 'Username', 'Secret'])
  const field = textFieldOf(answers, answer)
  return (
    <Form className="stack" noValidate onSubmit={() => save.mutate()}>
      <UplinkChoice
        ports={ports}
        chosen={answers.port}
        onChoose={(port) => answer({ port })}
        error={fields.Name ?? false}
      />
      <Choice
        label={texts.way}
        options={(['dhcp', 'fixed', 'pppoe'] as const).map((value) => ({
          value,
          name: texts.ways[value],
          hint: texts.wayHints[value],
        }))}
        value={answers.way}
        onChange={(way) => answer({ way })}
      />
      {answers.way === 'fixed' && (
        <>
          <TextInput label={texts.ip} placeholder={texts.ipPlaceholder} {...field('ip', fields.IP)} />
          <TextInput label={texts.router} placeholder={texts.routerPlaceholder} {...field('router', fields.Router)} />
        </>
      )}
      {answers.way === 'pppoe' && (
        <>
          <TextInput
            label={words.username}
            placeholder={words.usernamePlaceholder}
            {...field('username', fields.Username)}
          />
          <PasswordInput label={words.password} {...field('password', fields.Secret)} />
        </>
      )}
      <TextInput
        label={
          <>
            {texts.vlan} <code>VLAN</code>
          </>
        }
        description={texts.vlanHint}
        inputMode="numeric"
        {...field('vlan', fields.VLAN)}
      />
      <SubmitButton save={save} rest={rest}>
        {texts.use}
      </SubmitButton>
    </Form>
  )
}
