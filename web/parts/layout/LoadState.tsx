import { Skeleton, type SkeletonProps } from '@mantine/core'
import { Failed } from './Face.tsx'

interface LoadStateProps extends Pick<SkeletonProps, 'height' | 'width' | 'radius' | 'mt'> {
  /** The title of an error. */
  title: string
  query: { readonly error: Error | null; readonly refetch: () => unknown }
  /** The title is that of the screen, if nothing else is shown. */
  isAlone?: boolean
}

/** In place of data that is not there: a placeholder of the same size while it is loading, or why that failed and a button to retry. */
export const LoadState = ({ title, query: { error, refetch }, isAlone = false, ...placeholder }: LoadStateProps) =>
  error ? (
    <Failed title={title} error={error} isAlone={isAlone} onRetry={() => void refetch()} />
  ) : (
    <Skeleton {...placeholder} aria-busy="true" />
  )
