import { ProblemError } from '@engawa/service-kit';

export class TemplateNotFound extends ProblemError {
  constructor() {
    super('timeline.template.not-found');
  }
}

/** 409: the space has a template of this name. */
export class TemplateTaken extends ProblemError {
  constructor() {
    super('timeline.template.taken', {
      errors: [{ pointer: '/body/displayName', code: 'invalid' }],
    });
  }
}

export class TooManyTemplates extends ProblemError {
  constructor(limit: number) {
    super('timeline.template.too-many', { params: { limit } });
  }
}
