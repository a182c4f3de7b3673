"""All models of test_models.py once more, on two targets."""
import json
import unittest

import test_models

# So much work that the wider vectors are worth what crosses.
LARGE = ("basic_pitch", "minilm_l6_w8", "ppocr_cls", "ppocr_det")


class ModelsByCost(test_models.SharedModels):
    TARGET = ("--target", "x86-64", "--place", "*=x86-64-v3")

    def run_model(self, daemon, model, folder, **arguments):
        super().run_model(daemon, model, folder, **arguments)
        # Ops of sizes that only the run knows stay; other forms have some.
        form = model.name.split(".")[1]
        if folder.name in LARGE and form.startswith(("linalg", "tosa")):
            text = daemon.ingot("inspect", self.folder / (model.name + ".so"), "--json",
                                check=0).stdout
            (part,) = json.loads(text)["parts"]
            self.assertEqual(part["target"], "x86-64-v3")
            self.assertGreater(part["kernels"], 0)


if __name__ == "__main__":
    unittest.main()
