import { Controller, Post } from '@nestjs/common';
import { BeforeOnboarding, SignedIn } from '@engawa/auth';
import { session } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { AccountOwner, type Caller } from '../caller/caller.rules';
import { TermsService } from './terms.service';

@Controller('session/terms')
export class TermsController {
  constructor(private readonly terms: TermsService) {}

  @Post()
  @SignedIn()
  @BeforeOnboarding()
  @Operation('agreeToTerms', {
    summary: 'Agree to the terms of use',
    description: "Records the caller's agreement. Repeating it changes nothing.",
  })
  @Answer(200, session)
  agree(@AccountOwner() caller: Caller) {
    return this.terms.agree(caller);
  }
}
