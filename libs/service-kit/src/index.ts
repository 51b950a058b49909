export { BackgroundJob } from './background/background-job';
export { BackgroundLoop, type BackgroundLoopOptions } from './background/background-loop';
export { Slots } from './background/slots';
export {
  defineService,
  type ServiceConfig,
  type ServiceDefinition,
  type ServiceName,
} from './definition';
export { baseConfig, servicePorts, type BaseConfig } from './config/base-config';
export { networkList } from './config/network-list';
export { ConfigError, namespaced, parseConfig, type Environment } from './config/parse-config';
export {
  InjectConfig,
  InjectServiceName,
  SERVICE_CONFIG,
  SERVICE_ENV,
  SERVICE_NAME,
} from './config/config.module';
export {
  continueTrace,
  currentContext,
  runInContext,
  type KeyedRequest,
  type RequestContext,
} from './context/request-context';
export { localeOf } from './context/locale';
export { networkOf } from './context/network';
export { isDatabaseAway, isStoreAway } from './problem/database-away';
export { PreconditionFailed, ProblemError, type ProblemOptions } from './problem/problem-error';
export { bulkAnswerOf, unfitEntryProblem } from './problem/bulk-entry';
export { PROBLEM_TYPE, fieldText, problemDocument } from './problem/problem-document';
export { problemOf } from './problem/framework-problem';
export { sendProblem } from './problem/problem.filter';
export { statusOf } from './problem/problem-status';
export { requireCleanFileName } from './input/file-name';
export { inputProblem } from './problem/zod-problem';
export { createDto, IdPathDto, isInputDto, type InputDto } from './input/dto';
export { InputPipe } from './input/input.pipe';
export { IfMatch } from './input/if-match.decorator';
export { knownAnswer, type KnownAnswer, madeOf } from './answer/known-answer';
export { Answer, Operation, Problems, RequestBody, UploadBody } from './answer/answer.decorator';
export { mark, markHandler, marksOf, type HandlerMarks } from './answer/handler-marks';
export { projectorOf } from './answer/projector';
export {
  HEALTH_CHECKS,
  SERVICE_EXTENSIONS,
  contributionsOf,
  discoveryOf,
  provideExtension,
  provideHealthCheck,
  type HealthCheck,
  type ServiceExtension,
} from './extension';
export { Idempotent } from './idempotency/idempotency.interceptor';
export { JsonLogger, createPino } from './log/logger';
export { handlersOf, type Handler } from './openapi/handlers';
export { listRoutes, type Route } from './openapi/list-routes';
export { openApiOf, type OpenApiDocument } from './openapi/openapi-document';
export { problemAnswers, type Operation as OpenApiOperation } from './openapi/describe-operation';
export { SchemaComponents } from './openapi/schema-components';
export { SealedBox } from './secret/sealed-box';
export { secretKeyConfig } from './secret/secret-key';
export { hasCallerLeft } from './start/left-callers';
export { contextOf } from './start/request-hooks';
export { reportConfig } from './report/error-reports';
export { parseNetworks, parseTarget, type AllowedNetworks } from './outbound/address.rules';
export { guardedAgent, RefusedAddress } from './outbound/guarded-agent';
export { GuardedFetch } from './outbound/guarded-fetch';
export {
  eventTraceparent,
  preciseNow,
  recordWork,
  spanIdOf,
  spanSink,
  type EndedSpan,
  type SpanSink,
} from './tracing/span-sink';
export { beginOutgoing } from './tracing/outgoing-spans';
export {
  BASE_PATH,
  startService,
  type RunningService,
  type StartOptions,
} from './start/start-service';
export { managementAddress, startManagement, type Management } from './start/management';
export { ServiceThread, serveThread } from './start/service-thread';
export {
  reportStartFailure,
  runService,
  stopOnSignal,
  logUnhandledRejections as surviveRejections,
} from './start/run-service';
