import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { TestResultMessage } from '../../../parts/forms/TestResultMessage.tsx'
import { testTarget, useTargetChange } from './useTargets.ts'

interface TestButtonProps {
  id: string
  label: string
  /** Further buttons in the same row. */
  children?: ReactNode
}

/** Sends a test to a saved destination, and shows the result. */
export function TestButton({ id, label, children }: TestButtonProps) {
  const test = useTargetChange(() => testTarget(id))
  return (
    <>
      <div className={forms.buttons}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {label}
        </Button>
        {children}
      </div>
      <TestResultMessage result={test.data} />
      <SaveError error={test.error} />
    </>
  )
}
