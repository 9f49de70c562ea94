import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { rateOf } from '../../../parts/values/amount.ts'
import { speedTexts } from '../../../texts/internet/speedtest.ts'
import { Gauge } from './Gauge.tsx'
import { measureDown, measureUp, measureWait } from './measure.ts'
import styles from './Speed.module.css'

const words = speedTexts.own

interface Found {
  readonly wait?: number
  readonly down?: number
  readonly up?: number
}

/** Between this very browser and the router, both ways. */
export function OwnWay() {
  const [step, setStep] = useState<keyof typeof words.steps>('idle')
  const [rate, setRate] = useState(0)
  const [found, setFound] = useState<Found>({})
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run = useMutation({
    mutationFn: async () => {
      const stop = new AbortController()
      running.current = stop
      const { signal } = stop
      const way = { signal, onRate: setRate }
      setFound({})
      setRate(0)
      setStep('wait')
      const wait = await measureWait()
      setFound({ wait })
      setStep('down')
      const down = await measureDown(way)
      if (signal.aborted) return
      setFound({ wait, down })
      setStep('up')
      const up = await measureUp(way)
      if (signal.aborted) return
      setFound({ wait, down, up })
      setRate(down)
      setStep('done')
    },
    onSettled: () => setStep((now) => (now === 'done' ? now : 'idle')),
  })
  const { wait, down, up } = found
  return (
    <Section title={words.title} hint={words.hint}>
      <Gauge
        rate={rate}
        reading={step === 'idle' || step === 'wait' ? words.nothing : rateOf(rate)}
        words={words.steps[step]}
      />
      <dl className={styles.results}>
        <Result name={words.down} value={down === undefined ? words.nothing : rateOf(down)} />
        <Result name={words.up} value={up === undefined ? words.nothing : rateOf(up)} />
        <Result name={words.wait} value={wait === undefined ? words.nothing : words.ms(wait)} />
      </dl>
      <p className={styles.announcement} role="status">
        {down !== undefined && up !== undefined && words.summary(rateOf(down), rateOf(up))}
      </p>
      <div className={forms.form}>
        <div className={styles.act}>
          {run.isPending ? (
            <Button variant="default" onClick={() => running.current?.abort()}>
              {words.stop}
            </Button>
          ) : (
            <Button onClick={() => run.mutate()}>{step === 'done' ? words.again : words.start}</Button>
          )}
        </div>
        <SaveError error={run.error} />
      </div>
    </Section>
  )
}

const Result = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
