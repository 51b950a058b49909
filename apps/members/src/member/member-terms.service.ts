import { Injectable } from '@nestjs/common';
import { CustomFieldRepository } from '../custom-field/custom-field.repository';
import { MemberTypeService } from '../member-type/member-type.service';
import type { MemberTerms } from './member-terms.rules';

/** Reads the terms of a space. */
@Injectable()
export class MemberTermsReader {
  constructor(
    private readonly types: MemberTypeService,
    private readonly fields: CustomFieldRepository,
  ) {}

  async of(space: string): Promise<MemberTerms> {
    const [typeNames, customFields] = await Promise.all([
      this.types.names(space),
      this.fields.findFields(space),
    ]);
    return { typeNames, customFields };
  }
}
