export {
  envelopeOf,
  factsOfError,
  ReportLimit,
  reportTargetOf,
  withoutContents,
  type ErrorFacts,
  type ErrorReport,
  type ReportTarget,
  type StackFrame,
} from './error-report';
