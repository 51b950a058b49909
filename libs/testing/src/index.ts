export { answerAs, connectAs } from './answering';
export { eventually, findLost, throughout } from './eventually';
export { dropNamespace } from './namespace';
export { CrashWorker } from './crash-worker';
export { EventRecorder } from './event-recorder';
export { joinCalls } from './join-calls';
export { ago, memberFacts, spaceFacts, staffFacts } from './facts';
export { shortenPauses } from './shorten-pauses';
export { TestCaller, callerOf, staffClaims, type StaffClaims } from './test-caller';
export { TestIssuer, type IssuerFault } from './test-issuer';
export { freePort, startTestInfrastructure, type TestInfrastructure } from './test-infrastructure';
export {
  startTestService,
  startTestSystem,
  type TestService,
  type TestServiceOptions,
  type TestSystem,
} from './test-system';
