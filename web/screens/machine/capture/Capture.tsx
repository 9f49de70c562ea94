import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { capture } from '../../../../router/model/machine/capture/contract.ts'
import { ask } from '../../../client/client.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { bytesOf } from '../../../parts/values/amount.ts'
import { saveFile } from '../../../parts/values/saveFile.ts'
import { diagnosisTexts } from '../../../texts/machine/diagnostics.ts'
import { ADDRESSES } from '../diagnostics/DeviceSuggestions.tsx'
import styles from '../diagnostics/Diagnosis.module.css'
import { useMachineLinks } from '../diagnostics/useMachineLinks.ts'

const words = diagnosisTexts.capture

export function Capture() {
  const [link, setLink] = useState('any')
  const [protocol, setProtocol] = useState<keyof typeof words.protocols>('')
  const [host, setHost] = useState('')
  const [port, setPort] = useState('')
  const [seconds, setSeconds] = useState('10')
  const [bytes, setBytes] = useState(0)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const { names } = useMachineLinks()
  const run = useMutation({
    mutationFn: async () => {
      const stop = new AbortController()
      running.current = stop
      setBytes(0)
      const wish = {
        Interface: link,
        Seconds: Number(seconds),
        ...(protocol !== '' && { Protocol: protocol }),
        ...(host.trim() !== '' && { Host: host.trim() }),
        ...(port.trim() !== '' && { Port: Number(port) }),
      }
      const file = await record({ wish, signal: stop.signal, onBytes: setBytes })
      if (file.size > HEAD_BYTES) saveFile(file, fileName(link, new Date()))
      return file.size
    },
  })
  const { fields, rest } = complaintOf(run.error, ['Interface', 'Protocol', 'Host', 'Port'])
  const hasPorts = protocol !== 'icmp' && protocol !== 'arp'
  return (
    <Section title={words.title} hint={words.hint}>
      <Form onSubmit={() => run.mutate()} className={forms.form}>
        <div className={styles.pair}>
          <NativeSelect
            label={words.link}
            value={link}
            onChange={({ currentTarget }) => setLink(currentTarget.value)}
            data={[{ value: 'any', label: words.any }, ...names]}
            error={fields.Interface}
          />
          <NativeSelect
            label={words.protocol}
            value={protocol}
            onChange={({ currentTarget }) => {
              setProtocol(currentTarget.value as typeof protocol)
              setPort('')
            }}
            data={Object.entries(words.protocols).map(([value, label]) => ({ value, label }))}
            error={fields.Protocol}
          />
        </div>
        <TextInput
          label={words.host}
          description={words.hostHint}
          list={ADDRESSES}
          autoComplete="off"
          value={host}
          onChange={({ currentTarget }) => setHost(currentTarget.value)}
          error={fields.Host}
        />
        <div className={styles.pair}>
          {hasPorts && (
            <TextInput
              label={words.port}
              inputMode="numeric"
              value={port}
              onChange={({ currentTarget }) => setPort(currentTarget.value)}
              error={fields.Port}
            />
          )}
          <NativeSelect
            label={words.seconds}
            value={seconds}
            onChange={({ currentTarget }) => setSeconds(currentTarget.value)}
            data={Object.entries(words.lasts).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <div>
          {/* With keys, so that the one that is pressed does not turn into the other, and send the form, on the way. */}
          {run.isPending ? (
            <Button key="stop" variant="default" onClick={() => running.current?.abort()}>
              {words.stop}
            </Button>
          ) : (
            <SubmitButton key="start">{words.submit}</SubmitButton>
          )}
        </div>
        <SaveError error={rest === '' ? null : run.error} />
        <p role="status" className={styles.progress}>
          {run.isPending && words.running(bytesOf(bytes))}
          {run.isSuccess && (run.data > HEAD_BYTES ? words.done(bytesOf(run.data)) : words.empty)}
        </p>
      </Form>
    </Section>
  )
}

/** A pcap file has a header of 24 bytes; without more, it contains no packets. */
const HEAD_BYTES = 24

interface Recording {
  readonly wish: z.input<typeof capture.capture.details.body>
  /** Stops the capture; received packets are kept. */
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

/** Captures packets until the router or the user stops it. */
async function record({ wish, signal, onBytes }: Recording): Promise<Blob> {
  const { body } = await ask(capture.capture, { body: wish })
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = body?.getReader()
  const stop = () => void reader?.cancel()
  signal.addEventListener('abort', stop)
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value)
    size += chunk.value.length
    onBytes(size)
  }
  signal.removeEventListener('abort', stop)
  return new Blob(chunks, { type: 'application/vnd.tcpdump.pcap' })
}

/** `capture-lan0-2026-01-31T12-00-00.pcap`. */
const fileName = (link: string, at: Date): string =>
  `capture-${link}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}.pcap`
